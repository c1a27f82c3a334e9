package io.cambric.conformance.jax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.format.Family;
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
import org.jspecify.annotations.Nullable;

/**
 * The tables of result dtypes in the header of a family. They are no cases, but their dtypes are
 * checked as well.
 */
public final class PromotionTables {

  private final Interpreter interpreter;

  /** Makes a checker over a library. */
  public PromotionTables(Library library) {
    this.interpreter = new Interpreter(library);
  }

  /** {@return what differs, by expression} */
  public Map<String, List<String>> differences(Family family) {
    var differences = new LinkedHashMap<String, List<String>>();
    var header = family.header();
    for (var each : header.path("expressions").properties()) {
      check(each.getKey(), Map.of(), each.getValue().asString(), differences);
    }
    for (var op : header.path("unary_result_dtypes").properties()) {
      for (var each : op.getValue().properties()) {
        var call = unary(op.getKey());
        check(call, Map.of("x", operand(each.getKey())), each.getValue().asString(), differences);
      }
    }
    for (var op : header.path("binary_result_dtypes").properties()) {
      if (op.getKey().equals("promote_types")) {
        continue;
      }
      for (var left : op.getValue().properties()) {
        for (var right : left.getValue().properties()) {
          var operands = new LinkedHashMap<String, Object>();
          operands.put("x", operand(left.getKey()));
          operands.put("y", operand(right.getKey()));
          check(binary(op.getKey()), operands, right.getValue().asString(), differences);
        }
      }
    }
    return differences;
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
      case "weak_int" -> weak(DType.defaultInt());
      case "weak_float" -> weak(DType.defaultFloat());
      default -> Numpy.ones(Shape.of(2), DType.ofJaxName(name));
    };
  }

  private static NdArray weak(DType dtype) {
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype, true), 1);
  }

  private void check(
      String call,
      Map<String, Object> operands,
      String expected,
      Map<String, List<String>> differences) {
    String came;
    try {
      came = describe(interpreter.evaluate(call, operands));
    } catch (UnsupportedFeature _) {
      return;
    } catch (CambricException | PythonException e) {
      came = "raises " + e.getMessage();
    }
    boolean bothRaise = expected.startsWith("raises") && came.startsWith("raises");
    // No dtype is below bool, so that a weak one is like any other.
    if (!bothRaise && !expected.replace("bool*", "bool").equals(came)) {
      var of = new StringBuilder("expected %s but was %s".formatted(expected, came));
      operands.forEach(
          (name, value) -> of.append(' ').append(name).append('=').append(text(value)));
      differences.computeIfAbsent(call, _ -> new ArrayList<>()).add(of.toString());
    }
  }

  private static String text(Object operand) {
    return operand instanceof Array array ? array.aval().toText() : operand.toString();
  }

  private static String describe(@Nullable Object value) {
    var array = value instanceof Array each ? each : Values.array(value);
    boolean weak = array.aval().weak() && array.dtype() != DType.BOOL;
    return array.dtype().jaxName() + (weak ? "*" : "");
  }
}
