package io.cambric.frameworks.torch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A storage, whose elements one or several tensors view.
 *
 * @param key its name in the file, or a text for messages if it is in the pickle
 * @param type the dtype of its class
 * @param start its first byte, as old files have storages that are parts of others
 * @param bytes their number
 * @param inPickle the bytes, if they are in the pickle
 */
record TorchStorage(
    String key, TorchType type, long start, long bytes, @Nullable ByteBuffer inPickle) {

  /** {@return whether both have bytes in common at equal positions} */
  boolean isSame(TorchStorage other) {
    return inPickle == null && other.inPickle == null
        ? key.equals(other.key) && start == other.start
        : inPickle == other.inPickle;
  }
}
