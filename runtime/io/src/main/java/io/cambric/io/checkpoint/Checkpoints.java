package io.cambric.io.checkpoint;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.profiler.event.CheckpointEvent;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a training in a folder, one file for each step. Rules decide which ones are
 * kept.
 *
 * <p>A checkpoint holds any pytree. Arrays and numbers are saved under their paths, in a
 * safetensors file that is complete or absent. A {@code long[]}, such as the position in a data
 * set, is saved, too. Other leaves, such as modules and optimisers, come from the target tree of a
 * restore.
 *
 * {@snippet :
 * var checkpoints = Checkpoints.in(Path.of("run")).withKeep(3);
 * state = checkpoints.restore(state);            // as it is when there are none
 * checkpoints.save(state, step);
 * }
 *
 * <p>A file is a checkpoint if its name has the form that saving uses: {@code
 * checkpoint_7.safetensors} belongs to step 7, and {@code checkpoint_007.safetensors} is ignored.
 * Several processes may save in one folder; each file comes whole from one of them. Each file
 * contains the version of its format. Files of older versions of Cambric are read, as are files
 * without a version.
 *
 * @param folder created if it is missing
 * @param prefix the text before the step in file names; without a slash, and without a final digit
 *     if other prefixes in the folder begin alike
 * @param keep the number of latest checkpoints to keep
 * @param keepEvery distance in steps between the older checkpoints to keep; 0 keeps none
 * @param keepPeriod distance in time between the older checkpoints to keep; zero keeps none
 * @param best the rule for the best checkpoints to keep; {@code null} keeps none
 * @param overwrite whether a save may go back to an earlier or equal step, which removes the
 *     checkpoints from that step on
 * @param afterSave called with each saved file; {@code null} for nothing
 * @see CheckpointSaver
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html">flax.training.checkpoints</a>
 */
public record Checkpoints(
    Path folder,
    String prefix,
    int keep,
    long keepEvery,
    Duration keepPeriod,
    @Nullable BestMetric best,
    boolean overwrite,
    @Nullable Consumer<Path> afterSave) {

  /**
   * Checks the numbers and the prefix.
   *
   * @throws DataException if the number to keep is below 1, a distance is below 0, or the prefix is
   *     unusable in file names
   */
  public Checkpoints {
    if (keep < 1 || keepEvery < 0) {
      throw new DataException(
          "Checkpoints in %s need keep of at least 1 and keepEvery of at least 0, but got %d and %d."
              .formatted(folder, keep, keepEvery));
    }
    if (keepPeriod.isNegative()) {
      throw new DataException(
          "Checkpoints in %s need a keepPeriod of at least 0, but got %s. Leave it out to keep none by time."
              .formatted(folder, keepPeriod));
    }
    if (!isFileName(folder, prefix + 0 + CheckpointFiles.SUFFIX)) {
      throw new DataException(
          "Checkpoints in %s need a prefix that is part of a file name, but got %s. Add subfolders to the folder, and leave out characters that file names cannot have."
              .formatted(folder, Quoted.of(prefix)));
    }
  }

  private static boolean isFileName(Path folder, String name) {
    try {
      var path = folder.getFileSystem().getPath(name);
      return path.equals(path.getFileName());
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** {@return the checkpoints {@code checkpoint_1}, {@code checkpoint_2} and so on; one is kept} */
  public static Checkpoints in(Path folder) {
    return new Checkpoints(folder, "checkpoint_", 1, 0, Duration.ZERO, null, false, null);
  }

  /** {@return these with another prefix of file names} */
  public Checkpoints withPrefix(String other) {
    return new Checkpoints(folder, other, keep, keepEvery, keepPeriod, best, overwrite, afterSave);
  }

  /** {@return these with another number of latest checkpoints to keep} */
  public Checkpoints withKeep(int count) {
    return new Checkpoints(
        folder, prefix, count, keepEvery, keepPeriod, best, overwrite, afterSave);
  }

  /** {@return these, also keeping older checkpoints at this distance in steps} */
  public Checkpoints withKeepEvery(long steps) {
    return new Checkpoints(folder, prefix, keep, steps, keepPeriod, best, overwrite, afterSave);
  }

  /** {@return these, also keeping older checkpoints at least this time apart} */
  public Checkpoints withKeepPeriod(Duration period) {
    return new Checkpoints(folder, prefix, keep, keepEvery, period, best, overwrite, afterSave);
  }

  /** {@return these, also keeping the best checkpoints, by a metric that is saved with each} */
  public Checkpoints withBest(BestMetric rule) {
    return new Checkpoints(folder, prefix, keep, keepEvery, keepPeriod, rule, overwrite, afterSave);
  }

  /** {@return these, where a save at an earlier step replaces later checkpoints, or fails} */
  public Checkpoints withOverwrite(boolean allowed) {
    return new Checkpoints(folder, prefix, keep, keepEvery, keepPeriod, best, allowed, afterSave);
  }

  /**
   * {@return these, with a function that is called after each save, for example to copy the file
   * elsewhere}
   *
   * <p>It runs on the saving thread, after the file is complete and older files are removed. If it
   * throws, the save fails.
   */
  public Checkpoints withAfterSave(Consumer<Path> function) {
    return new Checkpoints(folder, prefix, keep, keepEvery, keepPeriod, best, overwrite, function);
  }

  /**
   * Saves a tree with the time, and removes checkpoints that need not be kept.
   *
   * @return the file
   * @throws DataException as {@link #save(Object, long, CheckpointDetails)}
   */
  public Path save(Object tree, long step) {
    return save(tree, step, CheckpointDetails.now());
  }

  /**
   * Saves a tree. Removes checkpoints that need not be kept, and unfinished files of killed
   * processes.
   *
   * <p>When it returns, the checkpoint is on the disk.
   *
   * @param details metrics and texts to save with it
   * @return the file
   * @throws DataException if a checkpoint of this step or later may not be overwritten, a leaf has
   *     no usable path, or the file cannot be written
   */
  public Path save(Object tree, long step, CheckpointDetails details) {
    try (var saving = new CheckpointSave(this, tree, step, details)) {
      return saving.write(channel -> channel);
    }
  }

  CheckpointFiles files() {
    return new CheckpointFiles(folder, prefix);
  }

  /**
   * {@return the steps with checkpoints, ascending; none if there is no folder}
   *
   * @throws DataException if the folder cannot be listed: it is unreadable, a file, or a link to a
   *     missing folder
   */
  public List<Long> steps() {
    return files().steps();
  }

  /**
   * {@return the latest step with a checkpoint, if there is one}
   *
   * @throws DataException if the folder cannot be listed
   */
  public OptionalLong latestStep() {
    return steps().stream().mapToLong(Long::longValue).max();
  }

  /**
   * {@return the step of the best checkpoint, if one has the metric}
   *
   * @throws DataException if there is no rule for the best, or the folder or a file cannot be read
   */
  public OptionalLong bestStep() {
    if (best == null) {
      throw new DataException(
          "The best checkpoint in %s needs a rule, but there is none. Set one with withBest."
              .formatted(folder));
    }
    return best.of(saved()).stream().mapToLong(SavedCheckpoint::step).findFirst();
  }

  /**
   * {@return the checkpoints with their details, by ascending steps; arrays are not read}
   *
   * @throws DataException if the folder cannot be listed, or a file is not a checkpoint of this
   *     version or an older one
   */
  public List<SavedCheckpoint> saved() {
    var files = files();
    var saved = new ArrayList<SavedCheckpoint>();
    for (long step : files.steps()) {
      try {
        saved.add(CheckpointForm.read(files.file(step), step));
      } catch (DataException e) {
        // A saver may already have removed it.
        if (Files.exists(files.file(step))) {
          throw e;
        }
      }
    }
    return List.copyOf(saved);
  }

  /**
   * {@return the details of the checkpoint at a step}
   *
   * @throws DataException if there is none, or the file cannot be read
   */
  public CheckpointDetails details(long step) {
    requireSaved(step);
    return CheckpointForm.read(files().file(step), step).details();
  }

  /**
   * {@return a tree with the arrays and numbers of the latest checkpoint; the tree itself if there
   * is none}
   *
   * @throws DataException if the folder cannot be listed, or the checkpoint does not fit the tree
   */
  public <T> T restore(T target) {
    return chosen(this::latestStep, target, RestoreOptions.latest())
        .map(RestoreResult::tree)
        .orElse(target);
  }

  /**
   * {@return a tree with the arrays and numbers of the checkpoint at a step}
   *
   * @throws DataException if there is none, or it does not fit the tree
   */
  public <T> T restore(T target, long step) {
    return restore(target, RestoreOptions.of(step)).tree();
  }

  /**
   * {@return a tree with the chosen parts of a checkpoint, and a report}
   *
   * @throws DataException if there is no such checkpoint, or it differs from the tree; the message
   *     lists all differences
   */
  public <T> RestoreResult<T> restore(T target, RestoreOptions options) {
    return switch (options.choice()) {
      case RestoreOptions.Choice.OfStep(long step) -> {
        requireSaved(step);
        yield restored(step, target, options);
      }
      case RestoreOptions.Choice.Best() ->
          chosen(this::bestStep, target, options).orElseThrow(this::noBest);
      case RestoreOptions.Choice.Latest() ->
          chosen(this::latestStep, target, options).orElseThrow(this::none);
    };
  }

  private DataException none() {
    return new DataException(
        "There is no checkpoint in %s. Pass a folder with a saved checkpoint.".formatted(folder));
  }

  private DataException noBest() {
    var steps = steps();
    var metric = Objects.requireNonNull(best).metric();
    return steps.isEmpty()
        ? none()
        : new DataException(
            "No checkpoint in %s has the metric %s; there are checkpoints of the steps %s. Save the metric with each, or restore the latest."
                .formatted(folder, Quoted.of(metric), steps));
  }

  private void requireSaved(long step) {
    var steps = steps();
    if (!steps.contains(step)) {
      throw new DataException(
          "There is no checkpoint of step %d in %s, only of the steps %s. Request one of them, or leave the step out for the latest."
              .formatted(step, folder, steps));
    }
  }

  /** {@return the result of restoring a chosen checkpoint, chosen again if a saver removes it} */
  private <T> Optional<RestoreResult<T>> chosen(
      Supplier<OptionalLong> choice, T target, RestoreOptions options) {
    var chosen = choice.get();
    while (chosen.isPresent()) {
      long step = chosen.getAsLong();
      try {
        return Optional.of(restored(step, target, options));
      } catch (DataException e) {
        var next = choice.get();
        // A saver may have removed the file in favour of a later or better one.
        if (next.equals(chosen) || Files.exists(files().file(step))) {
          throw e;
        }
        chosen = next;
      }
    }
    return Optional.empty();
  }

  private <T> RestoreResult<T> restored(long step, T target, RestoreOptions options) {
    var file = files().file(step);
    // The version comes first, since this version may take a newer format for damage.
    CheckpointForm.read(file, step);
    var event = CheckpointEvent.begun();
    var arrays = SafeTensors.read(file).arrays();
    var restored = CheckpointMatch.restored(step, file, arrays, target, options);
    event.finishRestore(file.toString(), step, CheckpointArrays.bytes(arrays));
    return restored;
  }
}
