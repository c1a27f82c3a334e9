package io.cambric.io.event;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes an event file that TensorBoard shows while the file grows; mutable, safe for use by
 * several threads.
 *
 * <p>Each writer creates a new file in the folder of its run. Nothing is buffered: each call ends
 * once its record is in the file. So the file has whole records if the process is killed between
 * calls.
 *
 * {@snippet :
 * try (var events = EventWriter.in(Path.of("runs/first"))) {
 *   events.scalar("train/loss", loss, step);
 *   events.histogram("kernel", kernel, step);
 * }
 * }
 */
public final class EventWriter implements AutoCloseable {

  private static final String WRITER = "io.cambric";

  private static final AtomicLong COUNT = new AtomicLong();

  private final Path file;

  /** Not a channel, which an interrupt of the calling thread would close. */
  private final FileOutputStream output;

  private long length;

  private EventWriter(Path file, FileOutputStream output) {
    this.file = file;
    this.output = output;
  }

  /**
   * {@return a writer of a new file in a folder, which is created if it is missing}
   *
   * @throws DataException if the file cannot be created
   */
  public static EventWriter in(Path folder) {
    var name =
        "events.out.tfevents.%010d.%s.%d.%d"
            .formatted(
                (long) seconds(), host(), ProcessHandle.current().pid(), COUNT.getAndIncrement());
    var file = folder.resolve(name);
    try {
      Files.createDirectories(folder);
      Files.createFile(file);
      var writer = new EventWriter(file, new FileOutputStream(file.toFile()));
      writer.write(Event.ofVersion(seconds(), WRITER));
      return writer;
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** {@return the name of this machine, as far as it fits into the name of a file} */
  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9_-]", "_");
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static double seconds() {
    return System.currentTimeMillis() / 1e3;
  }

  /** {@return the file} */
  public Path file() {
    return file;
  }

  /**
   * Writes a scalar, at the present time.
   *
   * @throws DataException if the file cannot be written
   */
  public void scalar(String tag, double value, long step) {
    write(Event.of(seconds(), step, Summary.scalar(tag, value)));
  }

  /**
   * Writes the distribution of the elements of an array, at the present time.
   *
   * @throws DataException if the file cannot be written
   * @see Histogram#of
   */
  public void histogram(String tag, Array values, long step) {
    write(Event.of(seconds(), step, Summary.histogram(tag, values)));
  }

  /**
   * Writes an image, at the present time.
   *
   * @param image {@code [height, width]} or {@code [height, width, channels]}
   * @throws DataException if the file cannot be written
   * @see io.cambric.io.image.Png#encode
   */
  public void image(String tag, Array image, long step) {
    write(Event.of(seconds(), step, Summary.image(tag, image)));
  }

  /**
   * Writes a text, at the present time.
   *
   * @param text in Markdown
   * @throws DataException if the file cannot be written
   */
  public void text(String tag, String text, long step) {
    write(Event.of(seconds(), step, Summary.text(tag, text)));
  }

  /**
   * Writes that a training resumes at a step. TensorBoard then ignores events of this step and
   * later ones in earlier files of the folder.
   *
   * @throws DataException if the file cannot be written
   */
  public void restart(long step) {
    write(Event.ofRestart(seconds(), step));
  }

  /**
   * Writes an event, with its own time.
   *
   * @throws DataException if the file cannot be written; it then ends with the previous record
   */
  public void write(Event event) {
    var record = RecordFile.frame(event.toBytes());
    synchronized (output) {
      try {
        output.write(record);
        length += record.length;
      } catch (IOException e) {
        cutBack(e);
        throw failed(file, e);
      }
    }
  }

  /** Removes the partial record of a failed write. */
  private void cutBack(IOException cause) {
    try {
      output.getChannel().truncate(length);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Waits until all records are on the disk, where they survive a crash of the machine.
   *
   * @throws DataException if the file cannot be written
   */
  public void flush() {
    synchronized (output) {
      try {
        output.getFD().sync();
      } catch (IOException e) {
        throw failed(file, e);
      }
    }
  }

  /**
   * Ends the file; a second call does nothing.
   *
   * @throws DataException if the file cannot be written
   */
  @Override
  public void close() {
    synchronized (output) {
      try {
        output.close();
      } catch (IOException e) {
        throw failed(file, e);
      }
    }
  }

  private static DataException failed(Path file, IOException cause) {
    return new DataException(
        "Event file %s cannot be written: %s. Check the folder, its permissions and the free space."
            .formatted(file, cause),
        cause);
  }

  /** {@return the file} */
  @Override
  public String toString() {
    return "EventWriter of " + file;
  }
}
