package io.cambric.conformance.jax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.format.Family;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.python.PythonException;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.CambricException;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tables of result dtypes in the header of a family. They are no cases, but their dtypes are
 * checked as well.
 */
public final class PromotionTables {

  /** Results that are no arrays. */
  private static final Set<String> TEXTS = Set.of("True", "False");

  private final Interpreter interpreter;

  /** Makes a checker over a library. */
  public PromotionTables(Library library) {
    this.interpreter = new Interpreter(library);
  }

  /**
   * The outcome of the tables of a family.
   *
   * @param differences by expression
   * @param missing the features that expressions need and Cambric lacks, by expression
   */
  public record Outcomes(Map<String, List<String>> differences, Map<String, Set<String>> missing) {

    private Outcomes() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    private void differs(String call, String what) {
      differences.computeIfAbsent(call, _ -> new ArrayList<>()).add(what);
    }

    private void lacks(String call, Set<String> features) {
      missing.computeIfAbsent(call, _ -> new TreeSet<>()).addAll(features);
    }
  }

  /** {@return what differs and what is missing, by expression} */
  public Outcomes compare(Family family) {
    var outcomes = new Outcomes();
    var header = family.header();
    for (var each : header.path("expressions").properties()) {
      check(each.getKey(), Map.of(), each.getValue().asString(), outcomes);
    }
    for (var op : header.path("unary_result_dtypes").properties()) {
      for (var each : op.getValue().properties()) {
        var call = unary(op.getKey());
        check(call, Map.of("x", each.getKey()), each.getValue().asString(), outcomes);
      }
    }
    for (var op : header.path("binary_result_dtypes").properties()) {
      if (op.getKey().equals("promote_types")) {
        continue;
      }
      for (var left : op.getValue().properties()) {
        for (var right : left.getValue().properties()) {
          var operands = new LinkedHashMap<String, String>();
          operands.put("x", left.getKey());
          operands.put("y", right.getKey());
          check(binary(op.getKey()), operands, right.getValue().asString(), outcomes);
        }
      }
    }
    return outcomes;
  }

  private static String unary(String op) {
    var name = op.startsWith("jax.") ? op : "jnp." + op;
    return op.endsWith("one_hot") ? name + "(x, 3)" : name + "(x)";
  }

  private static String binary(String op) {
    return switch (op) {
      case "where" -> "jnp.where(True, x, y)";
      case "concatenate" -> "jnp.concatenate([jnp.atleast_1d(x), jnp.atleast_1d(y)])";
      default -> "jnp.%s(x, y)".formatted(op);
    };
  }

  /** A Python number, a weakly typed scalar, or two elements of a dtype. */
  private static Object operand(String name) {
    return switch (name) {
      case "py_bool" -> true;
      case "py_int" -> 1L;
      case "py_float" -> 1.0;
      case "py_complex", "weak_complex" -> throw new UnsupportedFeature("dtype:complex");
      case "weak_int" -> weak(DType.defaultInt());
      case "weak_float" -> weak(DType.defaultFloat());
      default -> Numpy.ones(Shape.of(2), GoldenCase.dtype(name));
    };
  }

  private static NdArray weak(DType dtype) {
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype, true), 1);
  }

  private void check(String call, Map<String, String> names, String expected, Outcomes outcomes) {
    var operands = new LinkedHashMap<String, Object>();
    String came;
    try {
      requireKnown(expected);
      names.forEach((name, operand) -> operands.put(name, operand(operand)));
      came = describe(interpreter.evaluate(call, operands), expected);
    } catch (UnsupportedFeature e) {
      outcomes.lacks(call, e.features());
      return;
    } catch (CambricException | PythonException e) {
      came = "raises " + e.getMessage();
    } catch (RuntimeException e) {
      outcomes.differs(call, "ended in " + e);
      return;
    }
    boolean bothRaise = expected.startsWith("raises") && came.startsWith("raises");
    // No dtype is below bool, so that a weak one is like any other.
    if (!bothRaise && !expected.replace("bool*", "bool").equals(came)) {
      var of = new StringBuilder("expected %s but was %s".formatted(expected, came));
      operands.forEach(
          (name, value) -> of.append(' ').append(name).append('=').append(text(value)));
      outcomes.differs(call, of.toString());
    }
  }

  /** Requires a dtype that Cambric has, if the text is that of a dtype. */
  private static void requireKnown(String expected) {
    if (!expected.startsWith("raises") && !TEXTS.contains(expected)) {
      GoldenCase.dtype(expected.replace("*", ""));
    }
  }

  private static String text(Object operand) {
    return operand instanceof Array array ? array.aval().toText() : operand.toString();
  }

  private static String describe(@Nullable Object value, String expected) {
    if (value instanceof Boolean flag && TEXTS.contains(expected)) {
      return flag ? "True" : "False";
    }
    var array = value instanceof Array each ? each : Values.array(value);
    boolean weak = array.aval().weak() && array.dtype() != DType.BOOL;
    return array.dtype().jaxName() + (weak ? "*" : "");
  }
}
