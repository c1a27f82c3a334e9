package io.cambric.fuzz;

import com.sun.management.ThreadMXBean;
import io.cambric.errors.CambricException;
import io.cambric.errors.ShownText;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A run of one target: inputs are damaged copies of seeds, and of inputs that a reader answered in
 * a way not seen before.
 */
final class Fuzzer {

  /** Time of the processor that no input of a few kilobytes needs. */
  private static final long BUSY_NANOS = 20_000_000_000L;

  /** Time after which a reader that needs no processor waits for ever. */
  private static final long WAIT_NANOS = 600_000_000_000L;

  /** Inputs that are kept besides the seeds. */
  private static final int MOST_KEPT = 2_000;

  /** Names and numbers of files differ from input to input. */
  private static final Pattern DETAILS = Pattern.compile("\"[^\"]*\"?|\\[[^]]*]|[0-9]+|/\\S+");

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final FuzzTarget target;
  private final long seed;
  private final RandomGenerator random;
  private final Mutator mutator;
  private final List<byte[]> kept;
  private final Set<String> answers = new HashSet<>();
  private long accepted;
  private long refused;

  Fuzzer(FuzzTarget target, long seed) {
    this.target = target;
    this.seed = seed;
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed ^ target.name().hashCode());
    mutator = new Mutator(random, target.words());
    kept = new ArrayList<>(target.seeds());
  }

  /**
   * Reads inputs, the seeds first.
   *
   * @return a line for the report
   * @throws AssertionError if a seed is refused, or an input breaks a rule; the input is in a file
   */
  String run(long inputs) {
    for (byte[] valid : target.seeds()) {
      try {
        target.reader().read(valid);
      } catch (Exception e) {
        throw new AssertionError(target.name() + " refuses a seed: " + saved(valid), e);
      }
    }
    try (var watch = new Watch()) {
      for (long i = 0; i < inputs; i++) {
        byte[] input = mutator.mutate(any(), any());
        watch.begin(input);
        var refusal = read(input);
        watch.end();
        if (refusal == null) {
          accepted++;
        } else {
          refused++;
        }
        if (answers.add(kind(refusal)) && kept.size() < MOST_KEPT) {
          kept.add(input);
        }
      }
    }
    return "%s: %d inputs, %d accepted, %d refused in %d ways, seed %d"
        .formatted(target.name(), inputs, accepted, refused, answers.size(), seed);
  }

  private byte[] any() {
    return kept.get(random.nextInt(kept.size()));
  }

  private static String kind(@Nullable Exception refusal) {
    return refusal == null
        ? "accepted"
        : DETAILS.matcher(String.valueOf(refusal.getMessage())).replaceAll("");
  }

  /** {@return the refusal; null if the input is accepted} */
  private @Nullable CambricException read(byte[] input) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    CambricException refusal = null;
    try {
      target.reader().read(input);
    } catch (CambricException e) {
      refusal = e;
      var message = String.valueOf(e.getMessage());
      if (!ShownText.line(message).equals(message)) {
        throw failure("answers with a character that does not show", input, e);
      }
    } catch (Throwable e) {
      throw failure("answers with " + e, input, e);
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (allocated > target.bound(input)) {
      throw failure(
          "allocates %d bytes, but may allocate %d".formatted(allocated, target.bound(input)),
          input,
          refusal);
    }
    return refusal;
  }

  private AssertionError failure(String what, byte[] input, @Nullable Throwable cause) {
    return new AssertionError(
        "%s %s for an input of %d bytes, with -Dfuzz.seed=%d: %s"
            .formatted(target.name(), what, input.length, seed, saved(input)),
        cause);
  }

  /** {@return where an input can be read again} */
  private String saved(byte[] input) {
    try {
      var file = Path.of("target", "fuzz-" + target.name().replaceAll("\\W+", "-") + ".bin");
      Files.write(file, input);
      return file.toString();
    } catch (java.io.IOException e) {
      return HexFormat.of().formatHex(input);
    }
  }

  /** Ends the process, with the input in a file, if a reader does not return. */
  private final class Watch implements AutoCloseable {

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread reader = Thread.currentThread();
    private volatile byte @Nullable [] input;
    private volatile long start;
    private volatile long busyStart;
    private volatile @Nullable AssertionError hang;

    Watch() {
      Thread.ofPlatform().daemon().name("fuzz-watch").start(this::watch);
    }

    void begin(byte[] next) {
      start = System.nanoTime();
      busyStart = THREADS.getCurrentThreadCpuTime();
      input = next;
    }

    void end() {
      input = null;
      var failure = hang;
      if (failure != null) {
        throw failure;
      }
    }

    private boolean hangs() {
      return THREADS.getThreadCpuTime(reader.threadId()) - busyStart > BUSY_NANOS
          || System.nanoTime() - start > WAIT_NANOS;
    }

    private void watch() {
      while (!closed.get()) {
        byte[] current = input;
        if (current != null && hangs()) {
          var stack = new Throwable("the reader is here");
          stack.setStackTrace(reader.getStackTrace());
          var failure = failure("does not return", current, stack);
          hang = failure;
          failure.printStackTrace();
          reader.interrupt();
          return;
        }
        try {
          Thread.sleep(500);
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }
}
