package io.cambric.io;

import io.cambric.errors.DataException;
import io.cambric.io.file.Quoted;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The checkpoints of a training in a folder, one file a step, of which the last ones are kept.
 *
 * <p>A checkpoint holds any pytree. Arrays and numbers are saved under their paths, in a
 * safetensors file that is complete or absent. Other leaves, such as modules and optimisers, come
 * from the tree that is restored into.
 *
 * {@snippet :
 * var checkpoints = Checkpoints.in(Path.of("run")).withKeep(3);
 * state = checkpoints.restore(state);            // as it is when there are none
 * checkpoints.save(state, step);
 * }
 *
 * <p>A file is a checkpoint if its name is one that saving gives: {@code checkpoint_7.safetensors}
 * is that of step 7, and {@code checkpoint_007.safetensors} is left alone. Several processes may
 * save in one folder; each file is that of one of them.
 *
 * @param folder made when it is missing
 * @param prefix before the step in names of files; without a slash, and without a digit at its end
 *     where others in the folder begin alike
 * @param keep how many of the latest stay
 * @param keepEvery distance in steps between older checkpoints that are kept; 0 keeps none
 * @param overwrite whether a checkpoint may be saved at a step that is not later than the latest;
 *     those of that step and later go
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.training.html">flax.training.checkpoints</a>
 */
public record Checkpoints(Path folder, String prefix, int keep, long keepEvery, boolean overwrite) {

  private static final String SUFFIX = ".safetensors";

  /**
   * Checks the numbers and the prefix.
   *
   * @throws DataException if fewer than one are to be kept, the steps between those kept are below
   *     0, or files cannot be named with the prefix
   */
  public Checkpoints {
    if (keep < 1 || keepEvery < 0) {
      throw new DataException(
          "Checkpoints in %s need a number to keep from 1 and steps between those kept from 0, but got %d and %d."
              .formatted(folder, keep, keepEvery));
    }
    if (!isFileName(folder, prefix + 0 + SUFFIX)) {
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
    return new Checkpoints(folder, "checkpoint_", 1, 0, false);
  }

  /** {@return these with other names of files} */
  public Checkpoints withPrefix(String other) {
    return new Checkpoints(folder, other, keep, keepEvery, overwrite);
  }

  /** {@return these with another number of those that stay} */
  public Checkpoints withKeep(int count) {
    return new Checkpoints(folder, prefix, count, keepEvery, overwrite);
  }

  /** {@return these, of which some older ones are kept as well, this many steps apart} */
  public Checkpoints withKeepEvery(long steps) {
    return new Checkpoints(folder, prefix, keep, steps, overwrite);
  }

  /** {@return these, with earlier steps taking the place of later ones, or not} */
  public Checkpoints withOverwrite(boolean allowed) {
    return new Checkpoints(folder, prefix, keep, keepEvery, allowed);
  }

  /**
   * Saves a tree, and removes what need not be kept, and what killed processes left unfinished.
   *
   * <p>When it returns, the checkpoint is on the disk.
   *
   * @return the file
   * @throws DataException if a checkpoint of this step or later may not be overwritten, a leaf has
   *     no usable path, or the file cannot be written
   */
  public Path save(Object tree, long step) {
    if (step < 0) {
      throw new DataException(
          "Saving in %s needs a step from 0, but got %d. Count steps from 0."
              .formatted(folder, step));
    }
    var later = steps().stream().filter(each -> each >= step).toList();
    if (!later.isEmpty() && !overwrite) {
      throw new DataException(
          "Saving step %d in %s needs no checkpoint of that step or a later one, but there are %s. Save a later step, or let it overwrite with withOverwrite(true)."
              .formatted(step, folder, later));
    }
    var file = file(step);
    var writer = new SafeTensorsWriter(file, CheckpointArrays.of(tree), Map.of());
    try {
      Folders.make(folder);
    } catch (IOException e) {
      throw cannot("be made", folder, e);
    }
    Unfinished.sweep(folder, names());
    writer.write();
    later.stream().filter(each -> each != step).forEach(this::remove);
    removeOld();
    return file;
  }

  private void removeOld() {
    var steps = steps();
    long last = Long.MIN_VALUE;
    for (long step : steps.subList(0, Math.max(0, steps.size() - keep))) {
      if (keepEvery > 0 && (last == Long.MIN_VALUE || step - last >= keepEvery)) {
        last = step;
      } else {
        remove(step);
      }
    }
  }

  private void remove(long step) {
    try {
      Files.deleteIfExists(file(step));
    } catch (IOException e) {
      throw cannot("be removed", file(step), e);
    }
  }

  private Path file(long step) {
    return folder.resolve(prefix + step + SUFFIX);
  }

  /** {@return what matches the names that saving gives to files, with the digits as a group} */
  private String names() {
    return "%s(0|[1-9]\\d{0,18})%s".formatted(Pattern.quote(prefix), Pattern.quote(SUFFIX));
  }

  /**
   * {@return the steps of which there are checkpoints, ascending; none where there is no folder}
   *
   * @throws DataException if the folder cannot be listed, as one that may not be read, a file, or a
   *     link to a folder that is not there
   */
  public List<Long> steps() {
    var name = Pattern.compile(names());
    var steps = new ArrayList<Long>();
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        var matcher = name.matcher(file.getFileName().toString());
        if (matcher.matches() && !Files.isDirectory(file)) {
          step(matcher.group(1)).ifPresent(steps::add);
        }
      }
    } catch (NoSuchFileException e) {
      // As to a disk that is not mounted: checkpoints may well be there.
      if (Folders.isBehindBrokenLink(folder)) {
        throw cannot("be listed", folder, e);
      }
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      throw cannot("be listed", folder, e);
    }
    steps.sort(null);
    return List.copyOf(steps);
  }

  /** {@return the step of up to 19 digits, of which some are no long} */
  private static Optional<Long> step(String digits) {
    try {
      return Optional.of(Long.valueOf(digits));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
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
   * {@return a tree with the arrays and numbers of the latest checkpoint; the tree itself if there
   * is none}
   *
   * @throws DataException if the folder cannot be listed, or the checkpoint is not one of such a
   *     tree
   */
  public <T> T restore(T target) {
    var latest = latestStep();
    while (latest.isPresent()) {
      var file = file(latest.getAsLong());
      try {
        return CheckpointArrays.restored(file, target);
      } catch (DataException e) {
        var later = latestStep();
        // A saver may have removed the file meanwhile, as there is a later one.
        if (later.equals(latest) || Files.exists(file)) {
          throw e;
        }
        latest = later;
      }
    }
    return target;
  }

  /**
   * {@return a tree with the arrays and numbers of the checkpoint of a step}
   *
   * @throws DataException if there is none, or it is not one of such a tree
   */
  public <T> T restore(T target, long step) {
    var steps = steps();
    if (!steps.contains(step)) {
      throw new DataException(
          "No checkpoint of step %d is in %s; there are those of %s. Ask for one of them, or leave the step out for the latest."
              .formatted(step, folder, steps));
    }
    return CheckpointArrays.restored(file(step), target);
  }

  private static DataException cannot(String what, Path path, Exception cause) {
    return new DataException(
        "%s cannot %s: %s. Checkpoints need a folder that may be read and written, or one that is not there yet."
            .formatted(path, what, cause),
        cause);
  }
}
