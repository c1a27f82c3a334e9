package io.cambric.profiler;

import io.cambric.errors.RecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.function.Supplier;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Recordings of a running program, made by JDK Flight Recorder. They hold traces, compilations,
 * steps and checkpoints of this library, with threads, garbage collections and samples of methods.
 *
 * {@snippet :
 * Profiler.startTrace(Path.of("profile"));
 * train();
 * Path recording = Profiler.stopTrace();   // for JDK Mission Control, or jfr print
 * }
 *
 * <p>This class starts one recording at a time. Other recordings, such as those of {@code
 * -XX:StartFlightRecording}, hold the same events.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.profiler.html">jax.profiler</a>
 */
public final class Profiler {

  private static final String SUFFIX = ".jfr";

  private static @Nullable Started started;

  /** A running recording, and its file. */
  private record Started(Recording recording, Path file) {}

  private Profiler() {}

  /**
   * Starts a recording.
   *
   * @param folder folder of its file; created if missing
   * @throws RecordingException if a recording of this class still runs, or the folder cannot be
   *     written
   */
  public static synchronized void startTrace(Path folder) {
    var running = started;
    if (running != null) {
      throw new RecordingException(
          "startTrace was called while the recording to %s is running. Call stopTrace first."
              .formatted(running.file()));
    }
    try {
      Files.createDirectories(folder);
      var recording = new Recording(Configuration.getConfiguration("profile"));
      var file = unused(folder);
      recording.setName("Cambric");
      recording.setDestination(file);
      recording.start();
      started = new Started(recording, file);
    } catch (IOException | ParseException e) {
      throw new RecordingException(
          "A recording in %s cannot be started: %s. Name a writable folder, and use a JDK with Flight Recorder."
              .formatted(folder, e),
          e);
    }
  }

  private static Path unused(Path folder) {
    int number = 1;
    var file = folder.resolve("cambric-1" + SUFFIX);
    while (Files.exists(file)) {
      number++;
      file = folder.resolve("cambric-" + number + SUFFIX);
    }
    return file;
  }

  /**
   * Ends the recording.
   *
   * @return the file of the recording
   * @throws RecordingException if none runs
   */
  public static synchronized Path stopTrace() {
    var running = started;
    if (running == null) {
      throw new RecordingException(
          "stopTrace needs a running recording, but none was started. Call startTrace first.");
    }
    started = null;
    try (var recording = running.recording()) {
      recording.stop();
    }
    return running.file();
  }

  /**
   * {@return the result of a function, during which a recording runs}
   *
   * @throws RecordingException as {@link #startTrace}
   */
  public static <T> T trace(Path folder, Supplier<T> body) {
    startTrace(folder);
    try {
      return body.get();
    } finally {
      stopTrace();
    }
  }

  /** {@return a function that runs as a span with this name in recordings} */
  public static <T> Supplier<T> annotateFunction(String name, Supplier<T> function) {
    return () -> {
      try (var _ = TraceAnnotation.of(name)) {
        return function.get();
      }
    };
  }
}
