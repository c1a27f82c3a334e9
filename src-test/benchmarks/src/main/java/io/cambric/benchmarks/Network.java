package io.cambric.benchmarks;

/**
 * A network between machines that each have one link, for both directions at once.
 *
 * @param bandwidth bytes that a link carries a second, each way
 * @param latency seconds from the end of a message at one machine to its use at another
 * @param message seconds that a message takes of the thread that sends or takes it
 * @param addition bytes of operands that a process adds up a second
 */
record Network(double bandwidth, double latency, double message, double addition) {

  /** Many processors and the usual TCP. */
  private static final double LATENCY = 100e-6;

  private static final double MESSAGE = 10e-6;

  private static final double ADDITION = 5e9;

  /** {@return a network of links with a number of bits a second} */
  static Network ofBits(double bits) {
    return new Network(bits / 8, LATENCY, MESSAGE, ADDITION);
  }

  /**
   * {@return seconds of a sum that all machines get}
   *
   * <p>Each machine sends the others their parts of the operand, adds its own part, and sends that
   * to the others. Messages to many machines are short, and then take longer than their bytes.
   */
  double sum(double bytes, int machines) {
    if (machines == 1) {
      return 0;
    }
    double others = machines - 1.0;
    double way = Math.max(bytes * others / machines / bandwidth, others * message) + latency;
    return 2 * way + bytes / addition;
  }
}
