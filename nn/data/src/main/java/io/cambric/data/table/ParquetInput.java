package io.cambric.data.table;

import dev.hardwood.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file or content in the form that the library reads. A range that is empty or out of bounds is
 * refused, because the library would ask for the next one without end.
 */
record ParquetInput(InputFile from) implements InputFile {

  @Override
  public void open() throws IOException {
    from.open();
  }

  @Override
  public ByteBuffer readRange(long offset, int length) throws IOException {
    if (length <= 0 || offset < 0 || offset > length() - length) {
      throw new IOException(
          "%d bytes from byte %d exceed the %d bytes of the content"
              .formatted(length, offset, length()));
    }
    return from.readRange(offset, length);
  }

  @Override
  public long length() throws IOException {
    return from.length();
  }

  @Override
  public String name() {
    return from.name();
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
