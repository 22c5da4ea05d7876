/* Semaphores of the one thread there is. */
#include <errno.h>
#include <semaphore.h>

int sem_init(sem_t *s, int shared, unsigned int value)
{
	if (value > SEM_VALUE_MAX) {
		errno = EINVAL;
		return -1;
	}
	s->__value = value;
	return 0;
}

int sem_destroy(sem_t *s)
{
	return 0;
}

static int take(sem_t *s, int otherwise)
{
	if (!s->__value) {
		errno = otherwise;
		return -1;
	}
	s->__value--;
	return 0;
}

/* Nobody could post what a wait is for: that is reported. */
int sem_wait(sem_t *s)
{
	return take(s, EDEADLK);
}

int sem_trywait(sem_t *s)
{
	return take(s, EAGAIN);
}

int sem_timedwait(sem_t *s, const struct timespec *until)
{
	return take(s, ETIMEDOUT);
}

int sem_post(sem_t *s)
{
	if (s->__value == SEM_VALUE_MAX) {
		errno = EOVERFLOW;
		return -1;
	}
	s->__value++;
	return 0;
}

int sem_getvalue(sem_t *s, int *value)
{
	*value = (int)s->__value;
	return 0;
}
