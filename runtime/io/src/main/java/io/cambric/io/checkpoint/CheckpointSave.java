package io.cambric.io.checkpoint;

import io.cambric.errors.DataException;
import io.cambric.io.safetensors.format.SafeTensorsWriter;
import io.cambric.profiler.event.CheckpointEvent;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One checkpoint to save. Its tree is already captured, and may change meanwhile.
 *
 * <p>It shares the memory of the tree until it is closed.
 */
final class CheckpointSave implements AutoCloseable {

  private final Checkpoints rules;
  private final CheckpointFiles files;
  private final long step;
  private final List<Long> later;
  private final CheckpointArrays arrays;
  private final SafeTensorsWriter writer;

  /**
   * Captures the tree and checks the folder, without changes on the disk.
   *
   * @throws DataException if the tree cannot be saved at this step
   */
  CheckpointSave(Checkpoints rules, Object tree, long step, CheckpointDetails details) {
    this.rules = rules;
    this.files = rules.files();
    this.step = step;
    if (step < 0) {
      throw new DataException(
          "Saving in %s needs a step of at least 0, but got %d. Count steps from 0."
              .formatted(rules.folder(), step));
    }
    later = files.steps().stream().filter(each -> each >= step).toList();
    if (!later.isEmpty() && !rules.overwrite()) {
      throw new DataException(
          "Step %d cannot be saved in %s, which already has the checkpoints %s. Save a later step, or allow overwriting with withOverwrite(true)."
              .formatted(step, rules.folder(), later));
    }
    arrays = CheckpointArrays.of(tree);
    try {
      var metadata = CheckpointForm.metadata(step, details);
      writer = new SafeTensorsWriter(files.file(step), arrays.byName(), metadata);
    } catch (DataException e) {
      arrays.close();
      throw e;
    }
  }

  long step() {
    return step;
  }

  /**
   * Writes the file, and removes the files that need not be kept.
   *
   * @param through wraps the channel to write to
   * @return the file
   */
  Path write(UnaryOperator<WritableByteChannel> through) {
    files.makeFolder();
    files.sweep();
    var event = CheckpointEvent.begun();
    writer.writeInPlaceOfLinks(through);
    event.finishSave(files.file(step).toString(), step, arrays.bytes());
    later.stream().filter(each -> each != step).forEach(files::remove);
    var all = files.steps().stream().map(this::known).toList();
    var kept = Retention.kept(rules, all);
    all.stream()
        .map(SavedCheckpoint::step)
        .filter(each -> !kept.contains(each))
        .forEach(files::remove);
    var saved = files.file(step);
    if (rules.afterSave() != null) {
      rules.afterSave().accept(saved);
    }
    return saved;
  }

  /** {@return the available facts of a checkpoint, which others may have damaged or removed} */
  private SavedCheckpoint known(long each) {
    var file = files.file(each);
    if (Retention.readsDetails(rules)) {
      try {
        return CheckpointForm.read(file, each);
      } catch (DataException e) {
        // Damage to an old checkpoint is no reason not to save a new one.
      }
    }
    return new SavedCheckpoint(each, file, 0, CheckpointDetails.at(CheckpointDetails.UNKNOWN_TIME));
  }

  @Override
  public void close() {
    arrays.close();
  }
}
