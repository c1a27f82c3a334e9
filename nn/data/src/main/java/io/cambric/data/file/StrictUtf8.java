package io.cambric.data.file;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Characters of a content in UTF-8 without a byte order mark; mutable. Malformed bytes and NUL
 * characters are refused with their line.
 */
public final class StrictUtf8 extends Reader {

  private static final int BUFFER = 1 << 13;
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final InputStream in;
  private final String name;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER).flip();
  private boolean atStart;
  private boolean ended;

  /** The number of the line of the next character, from 1. */
  private long line;

  private @Nullable DataException failure;

  /**
   * Makes a reader.
   *
   * @param line the number of the first line; at 1 a byte order mark may come
   */
  public StrictUtf8(InputStream in, String name, long line) {
    this.in = in;
    this.name = name;
    this.line = line;
    this.atStart = line == 1;
  }

  /** Reads characters, at most up to and including the end of a line, {@code \n} or {@code \r}. */
  @Override
  public int read(char[] target, int at, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!chars.hasRemaining() && !decode()) {
      return -1;
    }
    int given = throughLine(Math.min(count, chars.remaining()));
    chars.get(target, at, given);
    return given;
  }

  /** {@return how many of the next characters come before the next line} */
  private int throughLine(int count) {
    int from = chars.position();
    for (int i = 0; i < count; i++) {
      char c = chars.get(from + i);
      if (c == '\n' || c == '\r') {
        return i + 1;
      }
    }
    return count;
  }

  /**
   * Fills the characters; false at the end. Characters before malformed bytes are returned first.
   */
  private boolean decode() throws IOException {
    chars.clear();
    while (chars.position() == 0) {
      var failed = failure;
      if (failed != null) {
        throw failed;
      }
      if (!ended) {
        fill();
      }
      var result = decoder.decode(bytes, chars, ended);
      if (result.isError()) {
        check(chars.position());
        failure = malformed(result);
      } else if (ended && !bytes.hasRemaining() && chars.position() == 0) {
        chars.flip();
        return false;
      } else {
        check(chars.position());
      }
    }
    chars.flip();
    if (atStart) {
      atStart = false;
      if (chars.get(chars.position()) == BYTE_ORDER_MARK) {
        chars.get();
        return chars.hasRemaining() || decode();
      }
    }
    return true;
  }

  private void fill() throws IOException {
    bytes.compact();
    int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
    ended = read < 0;
    bytes.position(bytes.position() + Math.max(read, 0)).flip();
  }

  private void check(int count) {
    for (int i = 0; i < count; i++) {
      char c = chars.get(i);
      if (c == '\n') {
        line++;
      } else if (c == 0) {
        throw new DataException(
            "%s, line %d, needs text, but has a NUL character. Save it as UTF-8."
                .formatted(name, line));
      }
    }
  }

  private DataException malformed(CoderResult result) {
    var wrong = new StringBuilder();
    for (int i = 0; i < Math.min(result.length(), bytes.remaining()); i++) {
      wrong.append(" %02x".formatted(bytes.get(bytes.position() + i)));
    }
    return new DataException(
        "%s, line %d, needs text in UTF-8, but has the bytes%s. Save it as UTF-8."
            .formatted(name, line, wrong));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
