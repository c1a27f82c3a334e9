package io.cambric.frameworks.torch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** The storages of an open file, by their keys. Several threads may read at once. */
interface TorchContents extends AutoCloseable {

  /** A multiple of the bytes of every element. */
  int PIECE = 1 << 20;

  /** {@return the form of the file, for users} */
  String form();

  /** {@return the order of the bytes of numbers} */
  ByteOrder order();

  /**
   * Registers a storage that the pickle names.
   *
   * @param count its bytes
   * @throws io.cambric.errors.DataException if the file is known to have no such storage
   */
  void declare(String key, long count, TorchType type);

  /**
   * Passes some bytes of a storage on, in pieces of {@link #PIECE} bytes, the last of which may be
   * shorter.
   *
   * @param from the first byte
   * @throws io.cambric.errors.DataException if the file is damaged or closed
   */
  void read(String key, long from, long count, Consumer<ByteBuffer> sink);

  @Override
  void close();
}
