// Generated from TwiceDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.nn.Dense;
import io.cambric.tree.Flattener;
import java.util.List;

/** Flattens and rebuilds a {@code Parts}. The runtime finds this class by its name. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.Nets.TwiceDef"
)
public final class Nets_TwiceDef_Parts_Flattener implements Flattener<Object> {
  /** Used by the runtime. */
  public Nets_TwiceDef_Parts_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("head");
  }

  @Override
  public Object[] children(Object node) {
    var record = (Nets.TwiceDef.Parts) node;
    return new Object[] {record.head()};
  }

  @Override
  public Object[] statics(Object node) {
    return new Object[] {};
  }

  @Override
  public Object rebuild(Object[] children, Object[] statics) {
    return new Nets.TwiceDef.Parts((Dense) children[0]);
  }
}
