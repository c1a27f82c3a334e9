package io.cambric.errors;

/**
 * Runs work in a thread of its own, where the stack of the current one is full. Classes that run
 * out of stack while they are initialized would stay unusable.
 */
public final class OtherStack {

  private OtherStack() {}

  /**
   * Runs work and waits for its end.
   *
   * @param work an object of a named class: making a lambda takes a stack, too
   */
  public static void run(Runnable work) {
    var thread = new Thread(work, "cambric-other-stack");
    thread.start();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
