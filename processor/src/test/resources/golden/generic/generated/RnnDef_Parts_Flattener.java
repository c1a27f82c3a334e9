// Generated from RnnDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.tree.Flattener;
import java.util.List;

/** Flattens and rebuilds a {@code Parts}. The runtime finds this class by its name. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.RnnDef"
)
public final class RnnDef_Parts_Flattener<D> implements Flattener<Object> {
  /** Used by the runtime. */
  public RnnDef_Parts_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("cell");
  }

  @Override
  public Object[] children(Object node) {
    var record = (RnnDef.Parts<?>) node;
    return new Object[] {record.cell()};
  }

  @Override
  public Object[] statics(Object node) {
    return new Object[] {};
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object rebuild(Object[] children, Object[] statics) {
    return new RnnDef.Parts<>((D) children[0]);
  }
}
