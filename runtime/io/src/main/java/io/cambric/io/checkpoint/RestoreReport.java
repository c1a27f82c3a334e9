package io.cambric.io.checkpoint;

import io.cambric.file.support.Quoted;
import java.nio.file.Path;
import java.util.List;

/**
 * A report on restored values and their checkpoint; immutable.
 *
 * @param step of the checkpoint
 * @param file of the checkpoint
 * @param taken paths of the target with values of the checkpoint
 * @param kept paths of the target that keep their own values
 * @param unused names in the checkpoint that are not restored
 */
public record RestoreReport(
    long step, Path file, List<String> taken, List<String> kept, List<String> unused) {

  /** Copies the lists. */
  public RestoreReport {
    taken = List.copyOf(taken);
    kept = List.copyOf(kept);
    unused = List.copyOf(unused);
  }

  /** {@return a line for each list, with its size and its first names} */
  public String toText() {
    return "checkpoint of step %d in %s%n%d taken: %s%n%d kept: %s%n%d unused: %s"
        .formatted(
            step,
            file,
            taken.size(),
            Quoted.of(taken),
            kept.size(),
            Quoted.of(kept),
            unused.size(),
            Quoted.of(unused))
        .replace(System.lineSeparator(), "\n");
  }
}
