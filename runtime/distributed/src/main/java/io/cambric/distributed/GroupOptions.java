package io.cambric.distributed;

import io.cambric.errors.ProcessGroupException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rank of a process in its group, and the way in which processes find and authenticate each
 * other.
 *
 * @param rank the number of this process, from 0
 * @param size the number of processes
 * @param host the machine of rank 0, which the other processes connect to
 * @param port on which rank 0 listens until all processes join; 0 for a free port, which {@link
 *     ProcessGroup#join(GroupOptions, java.util.function.UnaryOperator)} broadcasts to all
 * @param secret the secret of the group, known to all of its processes and to nobody else; it may
 *     be empty if the host is the local machine
 * @param joinTimeout the maximum wait of a process for the others to join
 * @param heartbeatTimeout the maximum time without a heartbeat; a busy process sends heartbeats, a
 *     stopped one does not
 * @param authenticated whether every message has an HMAC-SHA-256 code, with a key derived from the
 *     secret; otherwise messages have checksums, which detect faults but not attacks
 */
public record GroupOptions(
    int rank,
    int size,
    String host,
    int port,
    String secret,
    Duration joinTimeout,
    Duration heartbeatTimeout,
    boolean authenticated) {

  private static final int LARGEST_PORT = 0xffff;

  /**
   * Checks that rank and port are in their ranges, and that there is a secret if one is required.
   */
  public GroupOptions {
    require(size >= 1, "size", "a number from 1", size);
    require(rank >= 0 && rank < size, "rank", "a number from 0 to " + (size - 1), rank);
    require(port >= 0 && port <= LARGEST_PORT, "port", "a number from 0 to " + LARGEST_PORT, port);
    require(isPositive(joinTimeout), "joinTimeout", "a time above zero", joinTimeout);
    require(
        isPositive(heartbeatTimeout), "heartbeatTimeout", "a time above zero", heartbeatTimeout);
    if (size > 1 && secret.isEmpty() && !isLoopback(host)) {
      throw new ProcessGroupException(
          "A group of processes over %s needs a secret, but has none. Give all its processes the same secret with withSecret or the variable CAMBRIC_SECRET."
              .formatted(host));
    }
    if (size > 1 && secret.isEmpty() && authenticated) {
      throw new ProcessGroupException(
          "A group that authenticates its messages needs a secret, but has none. Give all its processes the same secret with withSecret or the variable CAMBRIC_SECRET.");
    }
  }

  /**
   * {@return options without a secret, with a minute to join and ten seconds without a heartbeat}
   */
  public static GroupOptions of(int rank, int size, String host, int port) {
    return of(rank, size, host, port, "");
  }

  /** {@return options with a minute to join and ten seconds without a heartbeat} */
  public static GroupOptions of(int rank, int size, String host, int port, String secret) {
    return new GroupOptions(
        rank, size, host, port, secret, Duration.ofMinutes(1), Duration.ofSeconds(10), false);
  }

  /**
   * {@return the options in the environment variables by which launchers number processes: {@code
   * RANK}, {@code WORLD_SIZE}, {@code MASTER_ADDR}, {@code MASTER_PORT} and, of this library,
   * {@code CAMBRIC_SECRET}}
   *
   * @throws ProcessGroupException if one is missing, or is not a number although it must be
   */
  public static GroupOptions ofEnvironment() {
    return of(System.getenv());
  }

  static GroupOptions of(Map<String, String> variables) {
    return of(
        number(variables, "RANK"),
        number(variables, "WORLD_SIZE"),
        text(variables, "MASTER_ADDR"),
        number(variables, "MASTER_PORT"),
        variables.getOrDefault("CAMBRIC_SECRET", ""));
  }

  private static String text(Map<String, String> variables, String name) {
    var value = variables.get(name);
    if (value == null || value.isBlank()) {
      throw new ProcessGroupException(
          "A group of processes needs the environment variable %s, but it is not set. Set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, or pass GroupOptions."
              .formatted(name));
    }
    return value.strip();
  }

  private static int number(Map<String, String> variables, String name) {
    var value = text(variables, name);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new ProcessGroupException(
          "The environment variable %s must be a whole number, but is \"%s\". Correct it."
              .formatted(name, value),
          e);
    }
  }

  /** {@return these with another secret} */
  public GroupOptions withSecret(String other) {
    return new GroupOptions(
        rank, size, host, port, other, joinTimeout, heartbeatTimeout, authenticated);
  }

  /** {@return these with another time to wait for the other processes} */
  public GroupOptions withJoinTimeout(Duration other) {
    return new GroupOptions(rank, size, host, port, secret, other, heartbeatTimeout, authenticated);
  }

  /** {@return these with another time after which a process without heartbeats has failed} */
  public GroupOptions withHeartbeatTimeout(Duration other) {
    return new GroupOptions(rank, size, host, port, secret, joinTimeout, other, authenticated);
  }

  /** {@return these with another port of rank 0} */
  public GroupOptions withPort(int other) {
    return new GroupOptions(
        rank, size, host, other, secret, joinTimeout, heartbeatTimeout, authenticated);
  }

  /**
   * {@return these with or without authentication of every message}
   *
   * <p>All processes of a group need the same choice, and a secret if they authenticate.
   */
  public GroupOptions withAuthenticated(boolean other) {
    return new GroupOptions(rank, size, host, port, secret, joinTimeout, heartbeatTimeout, other);
  }

  private static boolean isPositive(Duration time) {
    return !time.isZero() && !time.isNegative();
  }

  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      // A name that is unknown now may be known when processes join; it is not a loopback address.
      return false;
    }
  }

  private static void require(boolean isMet, String what, String needed, Object given) {
    if (!isMet) {
      throw new ProcessGroupException(
          "A group of processes needs %s as its %s, but got %s. Correct the options."
              .formatted(needed, what, given));
    }
  }

  /** {@return everything but the secret} */
  @Override
  public String toString() {
    return "process %d of %d at %s:%d".formatted(rank, size, host, port);
  }

  /** {@return the description of a process in a group, for messages} */
  static String process(int rank, int size, @Nullable Object address) {
    return address == null
        ? "Process %d of %d".formatted(rank, size)
        : "Process %d of %d (%s)".formatted(rank, size, address);
  }
}
