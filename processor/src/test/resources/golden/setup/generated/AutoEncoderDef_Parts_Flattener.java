// Generated from AutoEncoderDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.nn.Dense;
import io.cambric.tree.Flattener;
import java.util.List;

/** Flattens and rebuilds a {@code Parts}. The runtime finds this class by its name. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.AutoEncoderDef"
)
public final class AutoEncoderDef_Parts_Flattener implements Flattener<Object> {
  /** Used by the runtime. */
  public AutoEncoderDef_Parts_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("encoder", "decoder");
  }

  @Override
  public Object[] children(Object node) {
    var record = (AutoEncoderDef.Parts) node;
    return new Object[] {record.encoder(), record.decoder()};
  }

  @Override
  public Object[] statics(Object node) {
    return new Object[] {};
  }

  @Override
  public Object rebuild(Object[] children, Object[] statics) {
    return new AutoEncoderDef.Parts((Dense) children[0], (Dense) children[1]);
  }
}
