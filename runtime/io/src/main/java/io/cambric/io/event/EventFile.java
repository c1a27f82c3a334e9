package io.cambric.io.event;

import io.cambric.errors.DataException;
import io.cambric.io.protobuf.ProtoSource;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The events of a file of TensorBoard; an immutable value.
 *
 * @param events in the order of the file
 * @param cutAt the offset of an incomplete last record, whose writer is at work or was killed;
 *     empty if there is none
 */
public record EventFile(List<Event> events, OptionalLong cutAt) {

  private static final String KIND = "a TensorBoard event file";

  /** Events of these parts. */
  public EventFile {
    events = List.copyOf(events);
  }

  /**
   * {@return all events of a file}
   *
   * @throws DataException if the file cannot be read, or is damaged before its last record
   */
  public static EventFile read(Path file) {
    var events = new ArrayList<Event>();
    var cutAt = forEach(file, events::add);
    return new EventFile(events, cutAt);
  }

  /**
   * {@return all events in the bytes of a file}
   *
   * @throws DataException if they are damaged before the last record
   */
  public static EventFile read(byte[] bytes) {
    var events = new ArrayList<Event>();
    var cutAt =
        RecordFile.forEach(
            MemorySegment.ofArray(bytes),
            "The file",
            KIND,
            entry -> events.add(event("The file", entry)));
    return new EventFile(events, cutAt);
  }

  /**
   * Passes on the events of a file one after the other, including the events before a damaged
   * record.
   *
   * @return the offset of an incomplete last record; empty if there is none
   * @throws DataException if the file cannot be read, or is damaged before its last record
   */
  public static OptionalLong forEach(Path file, Consumer<Event> sink) {
    return RecordFile.forEach(file, KIND, entry -> sink.accept(event(file.toString(), entry)));
  }

  private static Event event(String name, RecordFile.Entry entry) {
    var payload = MemorySegment.ofBuffer(entry.payload());
    var source = new ProtoSource(name, KIND, payload, entry.offset() + RecordFile.HEADER_BYTES);
    return EventCodec.decode(source.message());
  }
}
