package io.cambric.io.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A channel that rests after each piece, so that its thread is busy for a fraction of the time
 * only; mutable, for one thread.
 *
 * <p>When there is haste, {@code unpark} wakes the thread.
 */
final class ThrottledChannel implements WritableByteChannel {

  private final WritableByteChannel to;
  private final double restPerWork;
  private final BooleanSupplier haste;
  private long workingSince = System.nanoTime();

  /**
   * Makes one.
   *
   * @param pace the busy fraction of the time, above 0 and at most 1
   * @param haste whether to stop resting
   */
  ThrottledChannel(WritableByteChannel to, double pace, BooleanSupplier haste) {
    this.to = to;
    this.restPerWork = 1 / pace - 1;
    this.haste = haste;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int count = to.write(bytes);
    // Work includes the time between two calls, and waits for a processor.
    rest((long) ((System.nanoTime() - workingSince) * restPerWork));
    workingSince = System.nanoTime();
    return count;
  }

  private void rest(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !haste.getAsBoolean(); left = end - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }

  @Override
  public boolean isOpen() {
    return to.isOpen();
  }

  @Override
  public void close() throws IOException {
    to.close();
  }
}
