package io.cambric.scope;

import io.cambric.core.ShapedArray;
import io.cambric.errors.VariablesMismatchException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A strict check that variables fit a model: mutable, for one call of apply. A missing or misshapen
 * variable is replaced by zeros until the call is over, so that all faults are found.
 */
public final class Audit {

  private final AuditReport report;

  /** The names from the root of the call to the root of the scopes that use this. */
  private final List<String> place;

  private Audit(AuditReport report, List<String> place) {
    this.report = report;
    this.place = place;
  }

  /** {@return an audit of a call that is given these variables} */
  public static Audit of(Variables given) {
    return new Audit(new AuditReport(given), List.of());
  }

  /**
   * {@return this for the scopes of a lifted function, whose root is below the root of this call}
   */
  Audit below(List<String> names) {
    var longer = new ArrayList<>(place);
    longer.addAll(names);
    return new Audit(report, List.copyOf(longer));
  }

  /**
   * Ends the audit.
   *
   * @throws VariablesMismatchException if a variable does not fit
   */
  public void requireFit() {
    report
        .text()
        .ifPresent(text -> {
          throw new VariablesMismatchException(text);
        });
  }

  /** Marks a variable as used. */
  void use(String collection, List<String> names, String name) {
    report.use(path(collection, names, name));
  }

  /** Marks all variables of a collection below a place as used. */
  void useAll(String collection, List<String> names) {
    report.use(path(collection, names));
  }

  /**
   * {@return the present parameter if its shapes fit, else zeros of the shapes that its initializer
   * yields}
   */
  @SuppressWarnings("unchecked") // zeros in the structure that the initializer yields
  <T> T fitted(List<String> names, String name, T present, Fn<Key, ?> init) {
    var path = String.join("/", path(Variables.PARAMS, names, name));
    var yielded = AbstractInit.yielded(init);
    var stored = AbstractInit.avals(Trees.flatten(present));
    var expected = AbstractInit.avals(yielded);
    boolean fits = true;
    for (int i = 0; i < Math.min(stored.size(), expected.size()); i++) {
      var is = stored.get(i);
      var should = expected.get(i);
      fits &= is.shape().equals(should.shape());
      if (!is.shape().equals(should.shape()) || is.dtype() != should.dtype()) {
        report.misfit(path, is, should);
      }
    }
    return fits ? present : (T) zeros(yielded);
  }

  /** {@return zeros for a parameter that is missing} */
  @SuppressWarnings("unchecked") // zeros in the structure that the initializer yields
  <T> T missingParam(List<String> names, String name, Fn<Key, T> init) {
    var yielded = AbstractInit.yielded(init);
    report.missing(path(Variables.PARAMS, names, name), AbstractInit.avals(yielded));
    return (T) zeros(yielded);
  }

  /** Registers a missing variable, which would have this value. */
  void missing(String collection, List<String> names, String name, Object value) {
    report.missing(path(collection, names, name), AbstractInit.avals(Trees.flatten(value)));
  }

  private List<String> path(String collection, List<String> names, String... name) {
    var path = new ArrayList<String>();
    path.add(collection);
    path.addAll(place);
    path.addAll(names);
    path.addAll(List.of(name));
    return List.copyOf(path);
  }

  private static Object zeros(Trees.Flat tree) {
    return Objects.requireNonNull(
        tree.structure()
            .unflatten(
                tree.leaves().stream()
                    .map(leaf -> leaf instanceof ShapedArray aval ? Lax.zeros(aval) : leaf)
                    .toList()));
  }
}
