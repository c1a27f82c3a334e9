package io.cambric.spark;

import io.cambric.errors.ProcessGroupException;
import java.util.regex.Pattern;

/** The reason why Spark gave up a stage. */
final class StageFailure {

  /**
   * The exception of a task, in the text that Spark makes of its stack trace; its message may end
   * with a link to the documentation.
   */
  private static final Pattern THROWN =
      Pattern.compile(
          "^(?:Caused by: )?[\\w.$]+\\.([\\w$]+(?:Exception|Error): .*?)(?: \\(see"
              + " [^)]*docs/[^)]*\\))?$",
          Pattern.MULTILINE);

  /**
   * The text of a process that stopped because another one failed. Spark reports the first task
   * that it hears of, which may be either.
   */
  private static final Pattern OTHER =
      Pattern.compile(
          "ProcessGroupException: Process \\d+ of \\d+ failed: "
              + "[\\w.$]+\\.([\\w$]+(?:Exception|Error): .*?)(?: \\(see "
              + "[^)]*docs/[^)]*\\))?\\. Check its log, and restart all processes from their "
              + "last checkpoint\\.");

  private StageFailure() {}

  /** {@return the exception for the caller of the trainer, after Spark gave up a stage} */
  static ProcessGroupException of(Exception failure) {
    return of(String.valueOf(failure.getMessage()), failure);
  }

  /** {@return the exception for the caller of the trainer, after a failure outside of tasks} */
  static ProcessGroupException permanent(Throwable failure) {
    return of(failure.toString(), failure);
  }

  private static ProcessGroupException of(String text, Throwable failure) {
    var thrown = THROWN.matcher(text);
    var found = thrown.find() ? thrown.group(1) : text.lines().findFirst().orElse("no reason");
    var other = OTHER.matcher(found);
    var reason = other.matches() ? other.group(1) : found;
    return new ProcessGroupException(
        "The training on Spark failed with the stage of its processes: %s Check the logs of the executors, and start it again. With a checkpoint, it continues."
            .formatted(reason.endsWith(".") ? reason : reason + "."),
        failure);
  }
}
