package io.cambric.spark;

import io.cambric.errors.DataException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Checkpoints on a file system of Hadoop, copied from a local folder.
 *
 * <p>Next to each checkpoint is a file of records: the numbers that rank 0 had logged by then.
 *
 * @param uri of the folder
 * @param configuration of Hadoop
 */
record CheckpointFolder(String uri, SerializableConfiguration configuration)
    implements Serializable {

  private static final Pattern NAME = Pattern.compile("checkpoint_(\\d+)\\.safetensors");

  /** The prefix of incomplete files. */
  private static final String UNFINISHED = ".unfinished-";

  private static final String RECORDS = "records_";

  private static String name(long step) {
    return "checkpoint_" + step + ".safetensors";
  }

  private static String recordsName(long step) {
    return RECORDS + step;
  }

  /** {@return the folder of the process of a rank, in this one} */
  CheckpointFolder ofRank(int rank) {
    return rank == 0 ? this : new CheckpointFolder(uri + "/rank-" + rank, configuration);
  }

  private org.apache.hadoop.fs.Path path(String name) {
    var folder = new org.apache.hadoop.fs.Path(uri);
    return name.isEmpty() ? folder : new org.apache.hadoop.fs.Path(folder, name);
  }

  private FileContext files() throws IOException {
    return FileContext.getFileContext(path("").toUri(), configuration.value());
  }

  /** {@return the steps with a checkpoint, ascending} */
  List<Long> steps() {
    try {
      var steps = new TreeSet<Long>();
      for (var status : files().util().listStatus(path(""))) {
        var matcher = NAME.matcher(status.getPath().getName());
        if (matcher.matches()) {
          steps.add(Long.parseLong(matcher.group(1)));
        }
      }
      return List.copyOf(steps);
    } catch (FileNotFoundException e) {
      // The first save makes the folder.
      return List.of();
    } catch (IOException e) {
      throw failure("listed", e);
    }
  }

  /** Copies checkpoints to a local folder. */
  void fetch(List<Long> steps, Path local) {
    try {
      for (long step : steps) {
        try (var in = files().open(path(name(step)))) {
          Files.copy(in, local.resolve(name(step)));
        }
      }
    } catch (IOException e) {
      throw failure("read", e);
    }
  }

  /** {@return the records of the checkpoint of a step} */
  List<ScalarRecord> records(long step) {
    try (var in =
        new DataInputStream(new BufferedInputStream(files().open(path(recordsName(step)))))) {
      int count = in.readInt();
      var records = new ArrayList<ScalarRecord>();
      for (int i = 0; i < count; i++) {
        records.add(ScalarRecord.read(in));
      }
      return records;
    } catch (FileNotFoundException e) {
      // A checkpoint that was made without Spark has none.
      return List.of();
    } catch (IOException e) {
      throw failure("read", e);
    }
  }

  /** Copies a local checkpoint here, and removes checkpoints that its folder lacks. */
  void store(Path file, List<ScalarRecord> records) {
    var matcher = NAME.matcher(file.getFileName().toString());
    if (!matcher.matches()) {
      throw new IllegalStateException("a checkpoint is named " + file);
    }
    long step = Long.parseLong(matcher.group(1));
    try {
      write(
          recordsName(step),
          out -> {
            out.writeInt(records.size());
            for (var each : records) {
              each.write(out);
            }
          });
      write(name(step), out -> Files.copy(file, out));
      var kept = names(file);
      for (long each : steps()) {
        if (!kept.contains(name(each))) {
          files().delete(path(name(each)), false);
          files().delete(path(recordsName(each)), false);
        }
      }
    } catch (IOException e) {
      throw failure("written", e);
    }
  }

  private static Set<String> names(Path file) throws IOException {
    try (var files = Files.list(file.toAbsolutePath().getParent())) {
      return files.map(each -> each.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private interface Content {
    void writeTo(DataOutputStream out) throws IOException;
  }

  /** A file is complete or absent: it gets its name once it is complete. */
  private void write(String name, Content content) throws IOException {
    var unfinished = path(UNFINISHED + name);
    var flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE);
    try (var out =
        new DataOutputStream(
            new BufferedOutputStream(
                files().create(unfinished, flags, CreateOpts.createParent())))) {
      content.writeTo(out);
    }
    files().rename(unfinished, path(name), Rename.OVERWRITE);
  }

  private DataException failure(String done, IOException e) {
    return new DataException(
        "The checkpoints in %s cannot be %s: %s. Check that executors can read and write there."
            .formatted(uri, done, e),
        e);
  }
}
