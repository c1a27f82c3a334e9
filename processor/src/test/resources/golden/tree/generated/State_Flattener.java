// Generated from State; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.tree.Flattener;
import java.util.List;
import java.util.Map;

/** Flattens and rebuilds a {@code State}. The runtime finds this class by its name. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.State"
)
public final class State_Flattener<P> implements Flattener<Object> {
  /** Used by the runtime. */
  public State_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("step", "params", "extra", "any");
  }

  @Override
  public Object[] children(Object node) {
    var record = (State<?>) node;
    return new Object[] {record.step(), record.params(), record.extra(), record.any()};
  }

  @Override
  public Object[] statics(Object node) {
    var record = (State<?>) node;
    return new Object[] {record.name()};
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object rebuild(Object[] children, Object[] statics) {
    return new State<>((Array) children[0], (String) statics[0], (P) children[1],
        (Map<String, Array>) children[2], children[3]);
  }
}
