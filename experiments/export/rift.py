# This module lets BenchExec run "rift diff" on two versions of a C program and
# understand what it says. Copy it beside the benchmark definition, or into
# benchexec/tools.

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for rift: where do two versions of a C program differ?"""

    def executable(self, tool_locator):
        return tool_locator.find_executable("rift")

    def name(self):
        return "rift"

    def project_url(self):
        return "https://github.com/riftlab/rift"

    def version(self, executable):
        text = self._version_from_tool(executable, "version", line_prefix="rift ")
        return text.split(" ")[0].removeprefix("v")

    def cmdline(self, executable, options, task, rlimits):
        versions = list(task.input_files)
        if len(versions) != 2:
            raise benchexec.tools.template.UnsupportedFeatureException(
                f"rift compares two versions, but the task has {len(versions)} input files"
            )
        # How the versions are compiled is an option of the task.
        compiling = (task.options or {}).get("rift", [])
        command = [executable, "diff", "--expect-equal", *compiling, *options]
        if rlimits.cputime and "--time" not in options:
            # Leave a tenth for loading and for the last word.
            command += ["--time", f"{max(1, rlimits.cputime * 9 // 10)}s"]
        return command + versions

    def determine_result(self, run):
        if run.was_timeout:
            return "TIMEOUT"
        return {
            0: result.RESULT_TRUE_PROP,
            1: result.RESULT_FALSE_PROP,
            2: "ERROR (input)",
            3: result.RESULT_UNKNOWN,
            4: "ERROR (unsupported)",
        }.get(run.exit_code.value, result.RESULT_ERROR)
