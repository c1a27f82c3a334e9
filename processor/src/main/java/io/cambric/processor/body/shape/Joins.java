package io.cambric.processor.body.shape;

import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.Element;

/** The knowledge that two paths through a method agree on. */
final class Joins {

  private Joins() {}

  /** {@return the facts about the names that both paths know} */
  static Map<Element, Fact> of(
      Map<Element, Fact> one, Map<Element, Fact> other, SizeNames symbols) {
    var both = new HashMap<Element, Fact>();
    one.forEach((name, fact) -> {
      var second = other.get(name);
      if (second != null) {
        both.put(name, either(fact, second, symbols));
      }
    });
    return both;
  }

  /** {@return the fact about a value that is one of two} */
  static Fact either(Fact one, Fact other, SizeNames symbols) {
    if (one.equals(other)) {
      return one;
    }
    if (one instanceof ArrayFact a && other instanceof ArrayFact b) {
      return either(a, b, symbols);
    }
    return Fact.UNKNOWN;
  }

  private static ArrayFact either(ArrayFact a, ArrayFact b, SizeNames symbols) {
    var rest = a.rest().equals(b.rest()) && a.shift() == b.shift() ? a.rest() : symbols.fresh();
    var last = new ArrayList<Polynomial>();
    for (int i = 1; i <= Math.max(a.last().size(), b.last().size()); i++) {
      boolean isKnown = a.has(i) && b.has(i) || rest.equals(a.rest());
      if (!isKnown) {
        break;
      }
      last.add(a.size(i).equals(b.size(i)) ? a.size(i) : Polynomial.symbol(symbols.fresh()));
    }
    int rank = a.rank() == b.rank() ? a.rank() : ArrayFact.UNKNOWN_RANK;
    var kind = a.kind() == b.kind() ? a.kind() : ArrayFact.Kind.UNKNOWN;
    int shift = rest.equals(a.rest()) ? a.shift() : 0;
    return new ArrayFact(last, rest, shift, rank, kind, a.source());
  }
}
