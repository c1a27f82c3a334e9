package io.cambric.io.checkpoint;

import io.cambric.errors.DataException;
import io.cambric.file.support.InputFile;
import io.cambric.file.support.Quoted;
import io.cambric.io.safetensors.format.SafeTensorsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metadata of checkpoint files: the version of their format, and details. */
final class CheckpointForm {

  /** The written version. Files of this version and of all lower versions can be read. */
  static final int VERSION = 1;

  private static final String VERSION_KEY = "cambric.checkpoint";
  private static final String STEP_KEY = "cambric.step";
  private static final String TIME_KEY = "cambric.time";
  private static final String METRIC = "metric.";
  private static final String TEXT = "text.";

  private CheckpointForm() {}

  static Map<String, String> metadata(long step, CheckpointDetails details) {
    var metadata = new LinkedHashMap<String, String>();
    metadata.put(VERSION_KEY, Integer.toString(VERSION));
    metadata.put(STEP_KEY, Long.toString(step));
    metadata.put(TIME_KEY, details.time().toString());
    details.metrics().forEach((name, value) -> metadata.put(METRIC + name, value.toString()));
    details.texts().forEach((name, text) -> metadata.put(TEXT + name, text));
    return metadata;
  }

  /**
   * {@return the description of a checkpoint from the header of its file}
   *
   * @throws DataException if the file cannot be read, or a newer version of the library wrote it
   */
  static SavedCheckpoint read(Path file, long step) {
    return InputFile.read(
        file,
        "a checkpoint",
        channel -> {
          var metadata = new SafeTensorsReader(file.toString(), channel).metadata();
          int version = version(file, metadata.get(VERSION_KEY));
          var time = version == 0 ? lastModified(file) : time(file, metadata.get(TIME_KEY));
          return new SavedCheckpoint(step, file, version, details(file, time, metadata));
        });
  }

  private static int version(Path file, @Nullable String text) {
    if (text == null) {
      return 0;
    }
    // Nine digits always fit.
    if (!text.matches("[0-9]{1,9}")) {
      throw malformed(file, VERSION_KEY, text, "a whole number");
    }
    int version = Integer.parseInt(text);
    if (version > VERSION) {
      throw new DataException(
          "Checkpoint %s has version %d of the format, but this version of Cambric reads only versions up to %d. Restore it with the version that saved it, or a later one."
              .formatted(file, version, VERSION));
    }
    return version;
  }

  private static Instant time(Path file, @Nullable String text) {
    if (text == null) {
      throw malformed(file, TIME_KEY, "", "a time");
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw malformed(file, TIME_KEY, text, "a time such as 2026-01-31T12:00:00Z");
    }
  }

  private static Instant lastModified(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant();
  }

  private static CheckpointDetails details(Path file, Instant time, Map<String, String> metadata) {
    var metrics = new LinkedHashMap<String, Double>();
    var texts = new LinkedHashMap<String, String>();
    metadata.forEach((key, value) -> {
      if (key.startsWith(METRIC)) {
        metrics.put(key.substring(METRIC.length()), number(file, key, value));
      } else if (key.startsWith(TEXT)) {
        texts.put(key.substring(TEXT.length()), value);
      }
    });
    return new CheckpointDetails(time, metrics, texts);
  }

  private static double number(Path file, String key, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw malformed(file, key, text, "a number");
    }
  }

  private static DataException malformed(Path file, String key, String text, String needed) {
    return new DataException(
        "Checkpoint %s needs %s in the metadata %s, but has %s. Restore another one, or save it again."
            .formatted(file, needed, Quoted.of(key), Quoted.of(text)));
  }
}
