package io.cambric.io.event;

import io.cambric.errors.DataException;
import io.cambric.io.protobuf.ProtoReader;
import io.cambric.io.protobuf.ProtoWriter;
import java.util.ArrayList;
import java.util.List;

/** Events as messages of Protocol Buffers. */
final class EventCodec {

  private static final int WALL_TIME = 1;
  private static final int STEP = 2;
  private static final int FILE_VERSION = 3;
  private static final int SUMMARY = 5;
  private static final int SESSION = 7;
  private static final int SOURCE = 10;

  /** The field for the status of a session, and the code for its start. */
  private static final int STATUS = 1;

  private static final int START = 1;

  /** The only relevant field of a summary, and the field with the name of a writer. */
  private static final int CONTENT = 1;

  private EventCodec() {}

  static byte[] encode(Event event) {
    var message =
        new ProtoWriter()
            .float64UnlessZero(WALL_TIME, event.wallTime())
            .varintUnlessZero(STEP, event.step())
            .stringUnlessEmpty(FILE_VERSION, event.fileVersion());
    if (!event.summaries().isEmpty()) {
      message.message(
          SUMMARY,
          list ->
              event
                  .summaries()
                  .forEach(summary ->
                      list.message(CONTENT, value -> SummaryCodec.encode(summary, value))));
    }
    if (event.restart()) {
      message.message(SESSION, session -> session.varint(STATUS, START));
    }
    if (!event.writer().isEmpty()) {
      message.message(SOURCE, source -> source.string(CONTENT, event.writer()));
    }
    return message.toByteArray();
  }

  /**
   * {@return the event of a message}
   *
   * @throws DataException if the message is not an event
   */
  static Event decode(ProtoReader fields) {
    double wallTime = 0;
    long step = 0;
    var fileVersion = "";
    var writer = "";
    boolean restart = false;
    var summaries = new ArrayList<Summary>();
    while (fields.next()) {
      switch (fields.field()) {
        case WALL_TIME -> wallTime = fields.float64();
        case STEP -> step = fields.varint();
        case FILE_VERSION -> fileVersion = fields.string();
        case SUMMARY -> addSummaries(fields.message(), summaries);
        case SESSION -> restart = isStart(fields.message());
        case SOURCE -> writer = content(fields.message());
        default -> {}
      }
    }
    return new Event(wallTime, step, fileVersion, writer, restart, summaries);
  }

  private static void addSummaries(ProtoReader fields, List<Summary> summaries) {
    while (fields.next()) {
      if (fields.field() == CONTENT) {
        summaries.add(SummaryCodec.decode(fields.message()));
      }
    }
  }

  private static boolean isStart(ProtoReader fields) {
    boolean start = false;
    while (fields.next()) {
      if (fields.field() == STATUS) {
        start = fields.int32() == START;
      }
    }
    return start;
  }

  private static String content(ProtoReader fields) {
    var content = "";
    while (fields.next()) {
      if (fields.field() == CONTENT) {
        content = fields.string();
      }
    }
    return content;
  }
}
