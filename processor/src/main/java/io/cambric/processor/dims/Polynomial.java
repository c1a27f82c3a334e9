package io.cambric.processor.dims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A size: a polynomial with integer coefficients over symbols, each of which is a positive size
 * that is unknown to the compiler.
 *
 * @param terms the coefficients by product of symbols, such as {@code [n, n]}; none is zero
 */
public record Polynomial(Map<List<String>, Long> terms) {

  /** The number 0. */
  public static final Polynomial ZERO = new Polynomial(Map.of());

  /** The number 1. */
  public static final Polynomial ONE = of(1);

  /** A number. */
  public static Polynomial of(long number) {
    return number == 0 ? ZERO : new Polynomial(Map.of(List.of(), number));
  }

  /** A symbol. */
  public static Polynomial symbol(String name) {
    return new Polynomial(Map.of(List.of(name), 1L));
  }

  /** {@return the sum} */
  public Polynomial plus(Polynomial other) {
    var sum = sorted();
    sum.putAll(terms);
    other.terms.forEach((symbols, factor) -> sum.merge(symbols, factor, Long::sum));
    return withoutZeros(sum);
  }

  /** {@return the difference} */
  public Polynomial minus(Polynomial other) {
    return plus(other.times(of(-1)));
  }

  /** {@return the product} */
  public Polynomial times(Polynomial other) {
    var product = sorted();
    terms.forEach((left, a) ->
        other.terms.forEach((right, b) -> {
          var symbols = new ArrayList<>(left);
          symbols.addAll(right);
          symbols.sort(null);
          product.merge(List.copyOf(symbols), a * b, Long::sum);
        }));
    return withoutZeros(product);
  }

  /**
   * {@return this with other sizes for some symbols}
   *
   * @param sizes the sizes by symbol
   */
  public Polynomial with(Map<String, Polynomial> sizes) {
    var result = ZERO;
    for (var term : terms.entrySet()) {
      var product = of(term.getValue());
      for (var symbol : term.getKey()) {
        var size = sizes.get(symbol);
        product = product.times(size == null ? symbol(symbol) : size);
      }
      result = result.plus(product);
    }
    return result;
  }

  /** {@return its name, if it is one symbol} */
  public Optional<String> name() {
    return terms.size() == 1
            && terms.keySet().iterator().next().size() == 1
            && terms.values().iterator().next() == 1
        ? Optional.of(terms.keySet().iterator().next().getFirst())
        : Optional.empty();
  }

  /** {@return its symbols} */
  public Set<String> symbols() {
    return terms.keySet().stream().flatMap(List::stream).collect(Collectors.toSet());
  }

  private static Map<List<String>, Long> sorted() {
    return new TreeMap<>((a, b) -> {
      int byCount = Integer.compare(b.size(), a.size());
      return byCount != 0 ? byCount : a.toString().compareTo(b.toString());
    });
  }

  private static Polynomial withoutZeros(Map<List<String>, Long> terms) {
    terms.values().removeIf(factor -> factor == 0);
    return new Polynomial(terms);
  }

  /** {@return its value, if it has no symbols} */
  public OptionalLong number() {
    return terms.isEmpty()
        ? OptionalLong.of(0)
        : terms.size() == 1 && terms.containsKey(List.of())
            ? OptionalLong.of(terms.get(List.of()))
            : OptionalLong.empty();
  }

  /** {@return whether it is a certain number} */
  public boolean is(long number) {
    var own = number();
    return own.isPresent() && own.getAsLong() == number;
  }

  /** {@return whether no sizes make this and {@code other} equal} */
  public boolean neverEquals(Polynomial other) {
    var difference = minus(other);
    long rest = difference.constant();
    long divisor = difference.divisor();
    if (divisor == 0) {
      return rest != 0;
    }
    return rest % divisor != 0 || difference.isMultipleOf(this) || difference.isMultipleOf(other);
  }

  /** {@return whether no sizes make this a multiple of {@code divisor}} */
  public boolean neverDividesBy(Polynomial divisor) {
    var number = divisor.number();
    if (number.isEmpty() || number.getAsLong() <= 0) {
      return false;
    }
    long common = gcd(divisor(), number.getAsLong());
    return constant() % common != 0;
  }

  /** {@return this divided by a number, if each coefficient is a multiple of it} */
  public Optional<Polynomial> dividedBy(long number) {
    if (number == 0 || terms.values().stream().anyMatch(factor -> factor % number != 0)) {
      return Optional.empty();
    }
    var quotient = sorted();
    terms.forEach((symbols, factor) -> quotient.put(symbols, factor / number));
    return Optional.of(withoutZeros(quotient));
  }

  /** {@return whether sizes of 1 can't be meant by both, so that broadcasting explains nothing} */
  public boolean neverBroadcastsWith(Polynomial other) {
    return neverEquals(other)
        && !is(1)
        && !other.is(1)
        && !mayBeOne(other)
        && !other.mayBeOne(this);
  }

  /** Whether a size may be 1. A symbol that the other size is a multiple of is no 1. */
  private boolean mayBeOne(Polynomial other) {
    return number().isEmpty()
        && !neverEquals(ONE)
        && !(terms.size() == 1 && other.isMultipleOf(this));
  }

  /** Whether this is one term, with the symbols of the one term of {@code other}. */
  private boolean isMultipleOf(Polynomial other) {
    return terms.size() == 1
        && other.terms.size() == 1
        && number().isEmpty()
        && terms.keySet().equals(other.terms.keySet());
  }

  private long constant() {
    return terms.getOrDefault(List.of(), 0L);
  }

  /** The greatest common divisor of the coefficients of symbols; zero without symbols. */
  private long divisor() {
    long divisor = 0;
    for (var term : terms.entrySet()) {
      divisor = term.getKey().isEmpty() ? divisor : gcd(divisor, term.getValue());
    }
    return divisor;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? Math.abs(a) : gcd(b, a % b);
  }

  /** {@return whether a symbol in it has no name in the source} */
  public boolean hasFresh() {
    return symbols().stream().anyMatch(SizeNames::isFresh);
  }

  @Override
  public String toString() {
    if (terms.isEmpty()) {
      return "0";
    }
    var text = new StringBuilder();
    terms.forEach((symbols, factor) -> {
      if (!text.isEmpty()) {
        text.append(factor < 0 ? " - " : " + ");
      } else if (factor < 0) {
        text.append('-');
      }
      long size = Math.abs(factor);
      var product = symbols.stream().collect(Collectors.joining(" * "));
      text.append(symbols.isEmpty() ? "" + size : size == 1 ? product : size + " * " + product);
    });
    return text.toString();
  }
}
