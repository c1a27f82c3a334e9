package io.cambric.io.event;

import java.util.List;

/**
 * The event of one step of a training; an immutable value.
 *
 * @param wallTime seconds since 1970
 * @param step of the training
 * @param fileVersion the format of the file in its first event; empty in others
 * @param writer the writing program, in the first event; empty in others, and if it is unknown
 * @param restart whether this invalidates events of this step and later ones in older files
 * @param summaries the recorded values
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
   * {@return the event of a resumed training}
   *
   * @param step the first repeated step
   */
  public static Event ofRestart(double wallTime, long step) {
    return new Event(wallTime, step, "", "", true, List.of());
  }

  /** {@return the payload of its record, a Protocol Buffers message} */
  public byte[] toBytes() {
    return EventCodec.encode(this);
  }
}
