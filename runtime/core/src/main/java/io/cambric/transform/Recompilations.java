package io.cambric.transform;

import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.errors.WeakMark;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Counts the traces of one jitted function, and warns once if it is traced repeatedly.
 *
 * <p>There are two causes. A lambda expression may be jitted anew at each use. A capturing lambda
 * is a new object each time, so {@code jit} in a loop always compiles. Or the shapes, dtypes,
 * static values or trees of one jitted function may differ in every call. Thread-safe.
 */
final class Recompilations {

  /**
   * The number of traces that triggers a warning. Tests and tuning jit the same code a few times on
   * purpose.
   */
  private static final int SUSPICIOUS = 16;

  private static final System.Logger LOG = System.getLogger("io.cambric.transform");

  /** The counts belong to the class of the lambda, so they keep no class alive. */
  private static final ClassValue<Traces> TRACES =
      new ClassValue<>() {
        @Override
        protected Traces computeValue(Class<?> type) {
          return new Traces();
        }
      };

  /** The number of traces of the functions of one class for the same avals. */
  private static final class Traces {

    /**
     * The most avals that are kept. A loop that jits its function again calls it with few avals, so
     * the latest ones suffice.
     */
    private static final int KEPT = 64;

    private final Map<List<ShapedArray>, Integer> counts =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<List<ShapedArray>, Integer> eldest) {
            return size() > KEPT;
          }
        };

    private boolean suspicious;

    /** Counts a trace. {@return whether the number of traces is now suspicious} */
    synchronized boolean add(List<ShapedArray> avals) {
      if (suspicious || counts.merge(avals, 1, Integer::sum) < SUSPICIOUS) {
        return false;
      }
      suspicious = true;
      counts.clear();
      return true;
    }
  }

  private final Traces traces;
  private final String name;
  private final AtomicBoolean suspicious = new AtomicBoolean();

  /**
   * Watches a function.
   *
   * @param function the function of the user; its class identifies it when it is jitted again
   * @param name its name in messages
   */
  Recompilations(Object function, String name) {
    traces = TRACES.get(function.getClass());
    this.name = name;
  }

  /**
   * Logs that a trace begins.
   *
   * @param before the key of the previous trace, if there is one
   */
  void begin(@Nullable Arguments before, Arguments now) {
    LOG.log(Level.DEBUG, () -> "tracing %s for %s".formatted(name, now.avals()));
    if (before != null) {
      LOG.log(Level.DEBUG, () -> "tracing %s again: %s".formatted(name, now.changeSince(before)));
    }
  }

  /** Counts a trace that made a new program. */
  void traced(Arguments arguments) {
    if (traces.add(arguments.avals())) {
      LOG.log(
          Level.WARNING,
          "A function of %s was jitted and traced %d times for the same arguments, last at %s. Keep the result of jit(...) and call that, instead of calling jit in a loop."
              .formatted(name, SUSPICIOUS, Source.capture()));
    }
  }

  /**
   * Warns once there are many programs.
   *
   * @param before the key of the previous trace, if there is one
   * @param programs number of cached programs
   */
  void cached(@Nullable Arguments before, Arguments now, int programs) {
    if (before != null && programs >= SUSPICIOUS && suspicious.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          WeakMark.explained(
              "The jitted function of %s now has %d compiled programs, the last one for %s, at %s. Pad arrays to a few shapes, and pass values that change between calls as arrays."
                  .formatted(name, programs, now.changeSince(before), Source.capture())));
    }
  }

  /** The key of a program: structure, avals, static leaves and named axes. */
  record Arguments(
      ArrayTree.Structure structure, List<ShapedArray> avals, List<MappedAxis> namedAxes) {

    /** {@return the first difference of these arguments from others} */
    String changeSince(Arguments before) {
      if (!structure.def().equals(before.structure.def())) {
        return "a changed tree: the arguments were %s and are %s"
            .formatted(before.structure.def().toText(), structure.def().toText());
      }
      var change = before.structure.staticChange(structure);
      if (change != null) {
        return "a new static value: leaf \"%s\" was %s and is %s"
            .formatted(change.path(), change.was(), change.is());
      }
      for (int i = 0; i < avals.size(); i++) {
        var was = before.avals.get(i);
        var is = avals.get(i);
        if (!was.equals(is)) {
          var kind = was.shape().equals(is.shape()) ? "dtype" : "shape";
          return "a new %s: leaf \"%s\" was %s and is %s"
              .formatted(kind, structure.arrayPaths().get(i), was, is);
        }
      }
      return namedAxes.equals(before.namedAxes)
          ? "the same arguments, with different captured tracers"
          : "different named axes: they were %s and are %s".formatted(before.namedAxes, namedAxes);
    }
  }
}
