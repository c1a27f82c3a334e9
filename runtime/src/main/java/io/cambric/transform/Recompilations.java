package io.cambric.transform;

import io.cambric.core.MappedAxis;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.errors.WeakMark;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Watches for functions that are traced again and again, and says once why.
 *
 * <p>Either one lambda expression is jitted anew at each use: a capturing lambda is a new object
 * each time, so {@code jit} in a loop compiles in every round. Or one jitted function is called
 * with ever other shapes, dtypes, static values or trees.
 */
final class Recompilations {

  /** Tests and tuning jit the same code a few times on purpose. */
  private static final int SUSPICIOUS = 16;

  private static final System.Logger LOG = System.getLogger("io.cambric.transform");

  /** Kept with the class of the lambda, so that counting keeps no class alive. */
  private static final ClassValue<Map<List<ShapedArray>, Integer>> COUNTS =
      new ClassValue<>() {
        @Override
        protected Map<List<ShapedArray>, Integer> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private Recompilations() {}

  /** Counts a trace of a function for these avals. */
  static void count(Object function, String name, List<ShapedArray> avals) {
    int count = COUNTS.get(function.getClass()).merge(avals, 1, Integer::sum);
    LOG.log(Level.DEBUG, () -> "tracing %s for %s".formatted(name, avals));
    if (count == SUSPICIOUS) {
      LOG.log(
          Level.WARNING,
          "A function of %s was jitted and traced %d times for the same arguments, last at %s. Keep the result of jit(...) and call it again, instead of calling jit in a loop."
              .formatted(name, count, Source.capture()));
    }
  }

  /**
   * Tells why a jitted function is traced once more.
   *
   * @param programs how many programs it has by now
   */
  static void again(String name, Arguments before, Arguments after, int programs) {
    LOG.log(Level.DEBUG, () -> "tracing %s again: %s".formatted(name, after.changeSince(before)));
    if (programs == SUSPICIOUS) {
      LOG.log(
          Level.WARNING,
          WeakMark.explained(
              "The jitted function of %s has %d programs by now, each traced and compiled, the last one for %s, at %s. Pad arrays to a few shapes, and pass what changes from call to call as an array."
                  .formatted(name, programs, after.changeSince(before), Source.capture())));
    }
  }

  /** What a program is traced for. */
  record Arguments(
      ArrayTree.Structure structure, List<ShapedArray> avals, List<MappedAxis> namedAxes) {

    /** {@return the first thing in which these arguments differ from others} */
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
          ? "the same arguments, with other captured tracers"
          : "other named axes: they were %s and are %s".formatted(before.namedAxes, namedAxes);
    }
  }
}
