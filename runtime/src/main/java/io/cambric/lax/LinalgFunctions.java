package io.cambric.lax;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import java.util.List;

/** Factorisations of matrices. */
abstract class LinalgFunctions extends WindowFunctions {

  LinalgFunctions() {}

  /** {@return orthonormal columns and an upper triangle whose product the matrices are} */
  public static List<Array> qr(Array x) {
    return Trace.bind(new Qr(), List.of(x));
  }
}
