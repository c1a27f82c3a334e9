package io.cambric.benchmarks;

/**
 * A model of the time of a training step on several machines, which average their gradients.
 *
 * @param forward seconds of the part of the step that makes no gradients: forward pass and update
 * @param backward seconds of the backward pass, which makes the gradients one after the other
 * @param bytes of all gradients
 * @param buckets in which they are summed, of equal size
 */
record StepCost(double forward, double backward, double bytes, int buckets) {

  /** {@return the step for a part of its batch} */
  StepCost divided(int parts) {
    return new StepCost(forward / parts, backward / parts, bytes, buckets);
  }

  /** {@return seconds on one machine} */
  double alone() {
    return forward + backward;
  }

  /**
   * {@return seconds on each of several machines}
   *
   * <p>A bucket is summed while the backward pass makes the next ones. So the step waits for what
   * does not fit into the backward pass, and always for the last bucket.
   */
  double seconds(int machines, Network network) {
    double sum = network.sum(bytes / buckets, machines);
    double hidden = backward * (buckets - 1) / buckets;
    return alone() + Math.max(sum, buckets * sum - hidden);
  }

  /** {@return the part of their speed that machines keep which have a whole batch each} */
  double efficiency(int machines, Network network) {
    return alone() / seconds(machines, network);
  }

  /** {@return how many times as fast machines are that divide one batch} */
  double speedup(int machines, Network network) {
    return alone() / divided(machines).seconds(machines, network);
  }

  /** {@return the number of machines, up to a largest, that take the least time for one batch} */
  int fastest(int largest, Network network) {
    int best = 1;
    for (int machines = 2; machines <= largest; machines++) {
      if (speedup(machines, network) > speedup(best, network)) {
        best = machines;
      }
    }
    return best;
  }

  /**
   * {@return seconds of each of several processes on one machine}
   *
   * <p>The exchange is work of the processors, too: a connection within a machine copies. Processes
   * share the cores, so no exchange is hidden behind a backward pass.
   *
   * @param loopback the connection of two processes
   */
  double onOneMachine(int processes, int cores, Network loopback) {
    double turns = Math.max(1, (double) processes / cores);
    return turns * (alone() + buckets * loopback.sum(bytes / buckets, processes));
  }
}
