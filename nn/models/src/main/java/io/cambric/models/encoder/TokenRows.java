package io.cambric.models.encoder;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.nn.Embed;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/** Look-ups of tokens in tables that have a row for padding. */
public final class TokenRows {

  private TokenRows() {}

  /**
   * {@return the rows of tokens, {@code [..., features]}}
   *
   * @param padding the token whose row is not trained by look-ups, as in PyTorch; {@code null} for
   *     none
   * @see <a
   *     href="https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html">padding_idx
   *     of torch.nn.Embedding</a>
   */
  public static Array of(Embed table, Array tokens, @Nullable Integer padding) {
    var rows = table.call(tokens);
    if (padding == null) {
      return rows;
    }
    var padded = Numpy.expandDims(tokens.eq(padding), -1);
    return Numpy.where(padded, Lax.stopGradient(rows), rows);
  }
}
