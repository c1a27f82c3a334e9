package io.cambric.spark;

import io.cambric.errors.HyperparameterException;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.spark.SparkContext;

/**
 * The tasks that a cluster runs at once. Spark retries a barrier stage that needs more for ten
 * minutes, and then refuses it.
 *
 * @param context of the cluster
 */
record Slots(SparkContext context) {

  private static final Pattern LOCAL_CLUSTER =
      Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,.*");

  /** The time that Spark also waits for executors at the start. */
  private static final String WAIT = "spark.scheduler.maxRegisteredResourcesWaitingTime";

  private static final int POLL_MILLIS = 100;

  static Slots of(SparkContext context) {
    return new Slots(context);
  }

  /**
   * {@return the number of processes of a training}
   *
   * @param asked 0 for as many as the cluster runs at once
   * @throws HyperparameterException if it runs fewer
   */
  int processes(int asked) {
    var limit = limit();
    if (limit.isPresent()) {
      require(asked, limit.getAsInt());
    }
    if (asked == 0) {
      return Math.max(1, awaited(limit.orElse(1)));
    }
    if (limit.isEmpty()) {
      int slots = awaited(asked);
      // Spark waits longer for the first executor.
      if (slots > 0) {
        require(asked, slots);
      }
    }
    return asked;
  }

  /** {@return the slots, once there are enough or no more executors register} */
  private int awaited(int needed) {
    long patience = TimeUnit.SECONDS.toNanos(context.conf().getTimeAsSeconds(WAIT, "30s"));
    long grown = System.nanoTime();
    int slots = now();
    while (slots < needed && System.nanoTime() - grown < patience) {
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return slots;
      }
      int before = slots;
      slots = now();
      grown = slots > before ? System.nanoTime() : grown;
    }
    return slots;
  }

  /** {@return the slots of the executors that have registered} */
  private int now() {
    return context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile());
  }

  /** {@return the limit of the configuration, if it has one} */
  private OptionalInt limit() {
    if (context.isLocal()) {
      return OptionalInt.of(now());
    }
    var conf = context.conf();
    int cpus = conf.getInt("spark.task.cpus", 1);
    var cluster = LOCAL_CLUSTER.matcher(context.master());
    if (cluster.matches()) {
      int each = Integer.parseInt(cluster.group(2)) / cpus;
      return OptionalInt.of(Integer.parseInt(cluster.group(1)) * each);
    }
    if (conf.contains("spark.executor.instances") && conf.contains("spark.executor.cores")) {
      int each = conf.getInt("spark.executor.cores", 1) / cpus;
      return OptionalInt.of(conf.getInt("spark.executor.instances", 1) * each);
    }
    return conf.contains("spark.cores.max")
        ? OptionalInt.of(conf.getInt("spark.cores.max", 1) / cpus)
        : OptionalInt.empty();
  }

  private static void require(int asked, int slots) {
    if (asked > slots) {
      throw new HyperparameterException(
          "SparkTrainer needs %d free slots at once, one for each process, but the cluster has %d. Use fewer processes, add executors or cores, or lower spark.task.cpus."
              .formatted(asked, slots));
    }
  }
}
