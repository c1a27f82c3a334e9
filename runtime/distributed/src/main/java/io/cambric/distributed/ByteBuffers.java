package io.cambric.distributed;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Buffers for elements in transit. Large buffers are off-heap, where a socket reads and writes them
 * without another copy, and are reused. Threads may share this pool.
 */
final class ByteBuffers {

  /** Fewer bytes than this do not justify an off-heap buffer. */
  private static final int SMALL_BYTES = 1 << 12;

  /** The maximum of buffers kept for reuse. */
  private static final int KEPT = 16;

  private final Queue<ByteBuffer> free = new ArrayBlockingQueue<>(KEPT);

  /** {@return a buffer with room for a number of bytes, at most the size of a bucket} */
  ByteBuffer take(int bytes) {
    if (bytes <= SMALL_BYTES) {
      return ByteBuffer.allocate(bytes).order(Frame.ORDER);
    }
    var kept = free.poll();
    var buffer = kept == null ? ByteBuffer.allocateDirect(Frame.BUCKET_BYTES) : kept.clear();
    return buffer.order(Frame.ORDER).limit(bytes);
  }

  /** Takes back a buffer whose elements are no longer needed. */
  void giveBack(ByteBuffer buffer) {
    if (buffer.isDirect()) {
      var _ = free.offer(buffer);
    }
  }
}
