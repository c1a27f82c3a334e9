package io.cambric.rewrite;

import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A rewrite of a scan to another scan with work before and after it. */
interface ScanRewrite {

  /**
   * Among the values derived from the body of a scan, the cache key of a rewritten program.
   *
   * @param rewrite the class of the rewrite
   */
  record Key(Class<?> rewrite, Scan scan, List<ShapedArray> operands) {}

  /** {@return whether the rewrite leaves the scan unchanged} */
  boolean changesNothing();

  /** {@return the results of the scan for these operands} */
  List<Array> run(List<Array> operands);

  /**
   * {@return the rewritten program of a scan, created once; {@code null} if nothing changes}
   *
   * @param rewrite the class of the rewrite
   * @param prepared creates the rewrite of a scan
   */
  static <R extends ScanRewrite> @Nullable Jaxpr of(
      Class<R> rewrite, Function<Scan, R> prepared, Scan scan, List<ShapedArray> operands) {
    if (scan.length() < 2) {
      return null;
    }
    return scan.body()
        .derive(new Key(rewrite, scan, operands), _ -> program(prepared.apply(scan), operands))
        .orElse(null);
  }

  private static Optional<Jaxpr> program(ScanRewrite rewrite, List<ShapedArray> operands) {
    return rewrite.changesNothing()
        ? Optional.empty()
        : Optional.of(StagingTrace.trace("scan", operands, rewrite::run).closed());
  }
}
