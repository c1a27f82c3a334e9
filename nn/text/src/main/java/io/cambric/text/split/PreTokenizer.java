package io.cambric.text.split;

import io.cambric.text.align.Piece;
import java.util.List;

/** A stage that divides texts into words; an immutable value. */
@FunctionalInterface
public interface PreTokenizer {

  /** {@return the parts of pieces; those that are tokens stay whole, and none is empty} */
  List<Piece> apply(List<Piece> pieces);
}
