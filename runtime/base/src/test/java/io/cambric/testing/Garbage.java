package io.cambric.testing;

import java.lang.ref.WeakReference;

/** Garbage collection until an object is gone. */
public final class Garbage {

  /** Collections until something that nobody holds has gone, with some to spare. */
  private static final int MOST = 50;

  private Garbage() {}

  /** {@return whether an object goes when garbage is collected} */
  public static boolean takes(WeakReference<?> reference) throws InterruptedException {
    for (int i = 0; i < MOST && !reference.refersTo(null); i++) {
      System.gc();
      Thread.sleep(10);
    }
    return reference.refersTo(null);
  }
}
