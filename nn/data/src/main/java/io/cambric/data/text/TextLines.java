package io.cambric.data.text;

import io.cambric.data.Dataset;
import io.cambric.data.RecordReader;
import io.cambric.data.file.ContentSource;
import io.cambric.data.file.StrictUtf8;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text in UTF-8, without their ends, which are {@code \n} or {@code \r\n}. A byte
 * order mark at the start is skipped.
 */
public final class TextLines {

  /** The default length of the longest line, in characters. */
  public static final int MAX_CHARACTERS = 1 << 24;

  private TextLines() {}

  /** {@return the lines of a file, of at most {@link #MAX_CHARACTERS}} */
  public static Dataset<String> of(Path file) {
    return of(ContentSource.of(file), MAX_CHARACTERS);
  }

  /**
   * {@return the lines of a file, which is read as a stream}
   *
   * <p>Iterators throw a {@link DataException} with the line, if the file cannot be read, is not
   * UTF-8, has a NUL character or a longer line.
   *
   * @param limit the longest line, in characters
   */
  public static Dataset<String> of(Path file, int limit) {
    return of(ContentSource.of(file), limit);
  }

  /**
   * {@return the lines of a content in memory, as {@link #of(Path, int)}}
   *
   * @param content must not be written any more
   * @param name of the content, for messages
   */
  public static Dataset<String> of(byte[] content, String name, int limit) {
    return of(ContentSource.of(content, name), limit);
  }

  private static Dataset<String> of(ContentSource source, int limit) {
    return Dataset.reading(() -> new Lines(source, limit));
  }

  private static final class Lines implements RecordReader<String> {

    private static final int BUFFER = 1 << 13;

    private final String name;
    private final int limit;
    private final StrictUtf8 reader;
    private final char[] chars = new char[BUFFER];
    private int at;
    private int end;
    private long line;

    Lines(ContentSource source, int limit) {
      this.name = source.name();
      this.limit = limit;
      this.reader = new StrictUtf8(source.open(), name, 1);
    }

    @Override
    public @Nullable String next() {
      var text = new StringBuilder();
      boolean any = false;
      line++;
      while (at < end || fill()) {
        any = true;
        int from = at;
        while (at < end && chars[at] != '\n') {
          at++;
        }
        text.append(chars, from, at - from);
        if (text.length() > limit) {
          throw new DataException(
              "%s, line %d, must have at most %d characters, but has more. If the file is correct, raise the limit."
                  .formatted(name, line, limit));
        }
        if (at < end) {
          at++;
          break;
        }
      }
      int length = text.length();
      if (length > 0 && text.charAt(length - 1) == '\r') {
        text.setLength(length - 1);
      }
      return any ? text.toString() : null;
    }

    private boolean fill() {
      try {
        end = Math.max(reader.read(chars, 0, chars.length), 0);
      } catch (IOException e) {
        throw ContentSource.failure(name, e);
      }
      at = 0;
      return end > 0;
    }

    @Override
    public void close() {
      try {
        reader.close();
      } catch (IOException e) {
        throw ContentSource.failure(name, e);
      }
    }
  }
}
