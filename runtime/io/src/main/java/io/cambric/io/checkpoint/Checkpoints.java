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
 * The checkpoints of a training in a folder, one file a step, of which some are kept.
 *
 * <p>A checkpoint holds any pytree. Arrays and numbers are saved under their paths, in a
 * safetensors file that is complete or absent. A {@code long[]} is saved, too, as the position of a
 * data set is one. Other leaves, such as modules and optimisers, come from the tree that is
 * restored into.
 *
 * {@snippet :
 * var checkpoints = Checkpoints.in(Path.of("run")).withKeep(3);
 * state = checkpoints.restore(state);            // as it is when there are none
 * checkpoints.save(state, step);
 * }
 *
 * <p>A file is a checkpoint if its name is one that saving gives: {@code checkpoint_7.safetensors}
 * is that of step 7, and {@code checkpoint_007.safetensors} is left alone. Several processes may
 * save in one folder; each file is that of one of them. Each file carries the version of its form.
 * Files of older versions of Cambric are read, as are files without a version.
 *
 * @param folder made when it is missing
 * @param prefix before the step in names of files; without a slash, and without a digit at its end
 *     where others in the folder begin alike
 * @param keep how many of the latest stay
 * @param keepEvery distance in steps between older checkpoints that are kept; 0 keeps none
 * @param keepPeriod distance in time between older checkpoints that are kept; zero keeps none
 * @param best the rule by which the best are kept; {@code null} keeps none
 * @param overwrite whether a checkpoint may be saved at a step that is not later than the latest;
 *     those of that step and later go
 * @param afterSave called with each file that was saved; {@code null} for nothing
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
   * @throws DataException if fewer than one are to be kept, a distance between those kept is below
   *     0, or files cannot be named with the prefix
   */
  public Checkpoints {
    if (keep < 1 || keepEvery < 0) {
      throw new DataException(
          "Checkpoints in %s need a number to keep from 1 and steps between those kept from 0, but got %d and %d."
              .formatted(folder, keep, keepEvery));
    }
    if (keepPeriod.isNegative()) {
      throw new DataException(
          "Checkpoints in %s need a time between those kept from 0, but got %s. Leave it out to keep none by time."
              .formatted(folder, keepPeriod));
    }
    if (!isFileName(folder, prefix + 0 + CheckpointFiles.SUFFIX)) {
      throw new DataException(
          "Checkpoints in %s need a prefix for names of files, but got %s. Put folders into the folder, and leave out what the system does not have in names."
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

  /** {@return these with other names of files} */
  public Checkpoints withPrefix(String other) {
    return new Checkpoints(folder, other, keep, keepEvery, keepPeriod, best, overwrite, afterSave);
  }

  /** {@return these with another number of those that stay} */
  public Checkpoints withKeep(int count) {
    return new Checkpoints(
        folder, prefix, count, keepEvery, keepPeriod, best, overwrite, afterSave);
  }

  /** {@return these, of which some older ones are kept as well, this many steps apart} */
  public Checkpoints withKeepEvery(long steps) {
    return new Checkpoints(folder, prefix, keep, steps, keepPeriod, best, overwrite, afterSave);
  }

  /** {@return these, of which some older ones are kept as well, at least this time apart} */
  public Checkpoints withKeepPeriod(Duration period) {
    return new Checkpoints(folder, prefix, keep, keepEvery, period, best, overwrite, afterSave);
  }

  /** {@return these, of which the best are kept as well, by a metric that is saved with each} */
  public Checkpoints withBest(BestMetric rule) {
    return new Checkpoints(folder, prefix, keep, keepEvery, keepPeriod, rule, overwrite, afterSave);
  }

  /** {@return these, with earlier steps taking the place of later ones, or not} */
  public Checkpoints withOverwrite(boolean allowed) {
    return new Checkpoints(folder, prefix, keep, keepEvery, keepPeriod, best, allowed, afterSave);
  }

  /**
   * {@return these, with a function that is called after each save, such as one that copies the
   * file to another place}
   *
   * <p>It runs on the thread that saves, when the file is complete and older ones were removed.
   * Where it throws, the save has failed.
   */
  public Checkpoints withAfterSave(Consumer<Path> function) {
    return new Checkpoints(folder, prefix, keep, keepEvery, keepPeriod, best, overwrite, function);
  }

  /**
   * Saves a tree with the time, and removes what need not be kept.
   *
   * @return the file
   * @throws DataException as {@link #save(Object, long, CheckpointDetails)}
   */
  public Path save(Object tree, long step) {
    return save(tree, step, CheckpointDetails.now());
  }

  /**
   * Saves a tree, and removes what need not be kept, and what killed processes left unfinished.
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
   * {@return the steps of which there are checkpoints, ascending; none where there is no folder}
   *
   * @throws DataException if the folder cannot be listed, as one that may not be read, a file, or a
   *     link to a folder that is not there
   */
  public List<Long> steps() {
    return files().steps();
  }

  /**
   * {@return the latest step of which there is a checkpoint, if there is one}
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
          "The best checkpoint in %s needs a rule. Give one with withBest.".formatted(folder));
    }
    return best.of(saved()).stream().mapToLong(SavedCheckpoint::step).findFirst();
  }

  /**
   * {@return the checkpoints with their details, by ascending steps; arrays are not read}
   *
   * @throws DataException if the folder cannot be listed, or a file is no checkpoint of this
   *     version or an older one
   */
  public List<SavedCheckpoint> saved() {
    var files = files();
    var saved = new ArrayList<SavedCheckpoint>();
    for (long step : files.steps()) {
      try {
        saved.add(CheckpointForm.read(files.file(step), step));
      } catch (DataException e) {
        // A saver may have removed it meanwhile.
        if (Files.exists(files.file(step))) {
          throw e;
        }
      }
    }
    return List.copyOf(saved);
  }

  /**
   * {@return the details of the checkpoint of a step}
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
   * @throws DataException if the folder cannot be listed, or the checkpoint is not one of such a
   *     tree
   */
  public <T> T restore(T target) {
    return chosen(this::latestStep, target, RestoreOptions.latest())
        .map(RestoreResult::tree)
        .orElse(target);
  }

  /**
   * {@return a tree with the arrays and numbers of the checkpoint of a step}
   *
   * @throws DataException if there is none, or it is not one of such a tree
   */
  public <T> T restore(T target, long step) {
    return restore(target, RestoreOptions.of(step)).tree();
  }

  /**
   * {@return a tree with what the options choose of a checkpoint, and a report of it}
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
        "No checkpoint is in %s. Name the folder of a training that has saved one."
            .formatted(folder));
  }

  private DataException noBest() {
    var steps = steps();
    var metric = Objects.requireNonNull(best).metric();
    return steps.isEmpty()
        ? none()
        : new DataException(
            "No checkpoint in %s has a number of the metric %s; there are those of steps %s. Save it with each, or restore the latest."
                .formatted(folder, Quoted.of(metric), steps));
  }

  private void requireSaved(long step) {
    var steps = steps();
    if (!steps.contains(step)) {
      throw new DataException(
          "No checkpoint of step %d is in %s; there are those of %s. Ask for one of them, or leave the step out for the latest."
              .formatted(step, folder, steps));
    }
  }

  /** {@return what is restored of a chosen checkpoint, chosen again if it is removed meanwhile} */
  private <T> Optional<RestoreResult<T>> chosen(
      Supplier<OptionalLong> choice, T target, RestoreOptions options) {
    var chosen = choice.get();
    while (chosen.isPresent()) {
      long step = chosen.getAsLong();
      try {
        return Optional.of(restored(step, target, options));
      } catch (DataException e) {
        var next = choice.get();
        // A saver may have removed the file meanwhile, as there is a later or a better one.
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
    // The version first, as a newer one may hold what this one would call damaged.
    CheckpointForm.read(file, step);
    var event = CheckpointEvent.begun();
    var arrays = SafeTensors.read(file).arrays();
    var restored = CheckpointMatch.restored(step, file, arrays, target, options);
    event.finishRestore(file.toString(), step, CheckpointArrays.bytes(arrays));
    return restored;
  }
}
