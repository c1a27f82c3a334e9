package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation with a derivative that is zero wherever it exists: comparisons, roundings, integers.
 */
public interface FlatOp extends SingleResult {

  @Override
  default Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return new Jvp(Trace.bind(this, primals), Collections.singletonList(null));
  }
}
