// Generated from Inner; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.tree.Flattener;
import java.util.List;

/** Flattens and rebuilds an {@code Inner}. The runtime finds this class by its name. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.State.Inner"
)
public final class State_Inner_Flattener implements Flattener<Object> {
  /** Used by the runtime. */
  public State_Inner_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("count");
  }

  @Override
  public Object[] children(Object node) {
    var record = (State.Inner) node;
    return new Object[] {record.count()};
  }

  @Override
  public Object[] statics(Object node) {
    return new Object[] {};
  }

  @Override
  public Object rebuild(Object[] children, Object[] statics) {
    return new State.Inner((Array) children[0]);
  }
}
