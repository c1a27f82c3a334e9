package io.cambric.frameworks.tensorflow;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.MappedFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.protobuf.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The files of a bundle.
 *
 * @param prefix the beginning of their names, with their folder
 */
record BundleFiles(Path prefix) {

  private static final String INDEX = ".index";

  private static final Pattern ENDING = Pattern.compile("\\.index|\\.data-\\d{5,}-of-\\d{5,}");

  /** The text file in which managers of checkpoints name the newest one. */
  private static final String STATE = "checkpoint";

  private static final Pattern NEWEST =
      Pattern.compile("(?m)^model_checkpoint_path: \"((?:[^\"\\\\]|\\\\.)*)\"");

  /** The text grows by the names of a few checkpoints. */
  private static final long MAX_STATE_BYTES = 1 << 20;

  /**
   * {@return the files that a path stands for}
   *
   * @param path one of the files, the beginning of their names, a SavedModel, or a folder in which
   *     a text file names the newest checkpoint
   * @throws DataException if it stands for none
   */
  static BundleFiles of(Path path) {
    if (Files.isDirectory(path)) {
      return inFolder(path);
    }
    var name = path.getFileName() == null ? "" : path.getFileName().toString();
    var ending = ENDING.matcher(name);
    int at = name.lastIndexOf('.');
    var files =
        new BundleFiles(
            at > 0 && ending.region(at, name.length()).matches()
                ? path.resolveSibling(name.substring(0, at))
                : path);
    if (!Files.exists(files.index()) && Files.isRegularFile(path)) {
      refuseOldFormat(path);
    }
    return files;
  }

  private static BundleFiles inFolder(Path folder) {
    for (var prefix : new String[] {"variables", "variables/variables"}) {
      var files = new BundleFiles(folder.resolve(prefix));
      if (Files.exists(files.index())) {
        return files;
      }
    }
    var state = folder.resolve(STATE);
    if (Files.exists(state)) {
      return new BundleFiles(folder.resolve(newest(state)));
    }
    throw new DataException(
        "Folder %s has neither variables/variables.index, as a SavedModel has, nor a text file named %s that names the newest checkpoint. Pass the beginning of the names of a checkpoint's files, as in %s."
            .formatted(folder, STATE, folder.resolve("ckpt-1")));
  }

  /** {@return the last part of the path of the newest checkpoint, which lies in the same folder} */
  private static Path newest(Path state) {
    var bytes =
        InputFile.read(
            state,
            "the state of a folder of checkpoints",
            file -> {
              if (file.size() > MAX_STATE_BYTES) {
                throw malformedState(
                    state, "it has %d bytes, more than %d".formatted(file.size(), MAX_STATE_BYTES));
              }
              return MappedFile.of(file);
            });
    var text = MappedFile.read("File " + state, () -> Utf8.decode(bytes));
    if (text == null) {
      throw malformedState(state, "it is not UTF-8");
    }
    var newest = NEWEST.matcher(text);
    if (!newest.find()) {
      throw malformedState(state, "it has no model_checkpoint_path");
    }
    var path = newest.group(1).replaceAll("\\\\(.)", "$1").replace('\\', '/');
    var name = path.substring(path.lastIndexOf('/') + 1);
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new DataException(
          malformedState(state, "no file is named %s".formatted(Quoted.of(name))).getMessage(), e);
    }
  }

  private static DataException malformedState(Path state, String what) {
    return new DataException(
        "File %s does not name the newest checkpoint: %s. Pass the beginning of the names of a checkpoint's files."
            .formatted(state, what));
  }

  private static void refuseOldFormat(Path file) {
    var bytes = InputFile.read(file, TensorFlowCheckpoint.KIND, MappedFile::of);
    if (MappedFile.read("File " + file, () -> SortedTable.isTable(bytes))) {
      throw new DataException(
          "File %s is a checkpoint in TensorFlow's old format V1, which is one file without an index. Save it again with tf.train.Checkpoint, or with a Saver of SaverDef.V2."
              .formatted(file));
    }
  }

  /** {@return the file with the index} */
  Path index() {
    return prefix.resolveSibling(name() + INDEX);
  }

  /** {@return the data file with a number} */
  Path shard(int number, int count) {
    return prefix.resolveSibling(
        name() + String.format(Locale.ROOT, ".data-%05d-of-%05d", number, count));
  }

  private String name() {
    var name = prefix.getFileName();
    return name == null ? "" : name.toString();
  }

  /** {@return the index, read once} */
  MemorySegment indexBytes() {
    return InputFile.read(index(), TensorFlowCheckpoint.KIND, MappedFile::of);
  }
}
