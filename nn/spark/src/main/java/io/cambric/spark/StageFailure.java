package io.cambric.spark;

import io.cambric.errors.ProcessGroupException;
import java.util.regex.Pattern;

/** The reason why Spark gave up a stage. */
final class StageFailure {

  /**
   * The exception of a task, in the text that Spark makes of its stack trace; its message may have
   * a page of the documentation at its end.
   */
  private static final Pattern THROWN =
      Pattern.compile(
          "^(?:Caused by: )?[\\w.$]+\\.([\\w$]+(?:Exception|Error): .*?)(?: \\(see"
              + " [^)]*docs/[^)]*\\))?$",
          Pattern.MULTILINE);

  /**
   * The text of a process that stopped since another one failed. Spark reports the task that it
   * hears of first, which may be either.
   */
  private static final Pattern OTHER =
      Pattern.compile(
          "ProcessGroupException: Process \\d+ of \\d+ failed:"
              + " [\\w.$]+\\.([\\w$]+(?:Exception|Error): .*?)(?: \\(see"
              + " [^)]*docs/[^)]*\\))?\\. Look at its log, and start all processes again from their"
              + " last checkpoint\\.");

  private StageFailure() {}

  /** {@return the exception for whoever called the trainer, of a stage that Spark gave up} */
  static ProcessGroupException of(Exception failure) {
    return of(String.valueOf(failure.getMessage()), failure);
  }

  /**
   * {@return the exception for whoever called the trainer, of a failure that tasks did not throw}
   */
  static ProcessGroupException permanent(Throwable failure) {
    return of(failure.toString(), failure);
  }

  private static ProcessGroupException of(String text, Throwable failure) {
    var thrown = THROWN.matcher(text);
    var found = thrown.find() ? thrown.group(1) : text.lines().findFirst().orElse("no reason");
    var other = OTHER.matcher(found);
    var reason = other.matches() ? other.group(1) : found;
    return new ProcessGroupException(
        "The training on Spark has failed, as the stage of its processes did: %s Look at the logs of the executors, and start it again; with a checkpoint it continues."
            .formatted(reason.endsWith(".") ? reason : reason + "."),
        failure);
  }
}
