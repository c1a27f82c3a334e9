package io.cambric.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Messages of a logger, which tests read. */
public final class Warnings {

  private Warnings() {}

  /** {@return the messages of a logger while some code runs, which are printed nowhere} */
  public static List<String> of(String name, Runnable code) {
    var messages = new ArrayList<String>();
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            messages.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    var logger = Logger.getLogger(name);
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      code.run();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    return messages;
  }
}
