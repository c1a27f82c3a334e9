package example;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import java.util.Map;

/**
 * The state of a training.
 *
 * @param step how many steps were taken
 */
@PyTree
public record State<P>(Array step, @Static String name, P params, Map<String, Array> extra, Object any)
    implements StateWith<P> {

  /** Asks for a wither, which the generated interface has. */
  interface Counted<S extends Counted<S>> {
    S withCount(Array count);
  }

  @PyTree
  record Inner(Array count) implements Counted<Inner>, InnerWith {}

  @PyTree
  record Bare() {}
}
