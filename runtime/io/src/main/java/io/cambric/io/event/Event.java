package io.cambric.io.event;

import java.util.List;

/**
 * An event: what happened at a step of a training; an immutable value.
 *
 * @param wallTime seconds since 1970
 * @param step of the training
 * @param fileVersion the format of the file in its first event; empty in others
 * @param writer the program that writes, in the first event; empty in others, and where it is not
 *     known
 * @param restart whether events of this step and later ones in older files are void
 * @param summaries the values that were recorded
 */
public record Event(
    double wallTime,
    long step,
    String fileVersion,
    String writer,
    boolean restart,
    List<Summary> summaries) {

  /** The version of the format that all programs write. */
  public static final String VERSION = "brain.Event:2";

  /** An event of these parts. */
  public Event {
    summaries = List.copyOf(summaries);
  }

  /** {@return an event with values} */
  public static Event of(double wallTime, long step, Summary... summaries) {
    return new Event(wallTime, step, "", "", false, List.of(summaries));
  }

  /** {@return the first event of a file} */
  public static Event ofVersion(double wallTime, String writer) {
    return new Event(wallTime, 0, VERSION, writer, false, List.of());
  }

  /**
   * {@return the event of a training that is taken up again}
   *
   * @param step the first one that is done again
   */
  public static Event ofRestart(double wallTime, long step) {
    return new Event(wallTime, step, "", "", true, List.of());
  }

  /** {@return the payload of its record, which is a message of Protocol Buffers} */
  public byte[] toBytes() {
    return EventCodec.encode(this);
  }
}
