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

  @PyTree
  record Inner(Array count) implements InnerWith {}

  @PyTree
  record Bare() {}
}
