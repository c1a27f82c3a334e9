package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.FreeNames;
import io.cambric.conformance.python.Namespace;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The namespace of Cambric for Python text. */
public final class Library implements Namespace {

  private static final Map<String, String> OPERATORS =
      Map.ofEntries(
          Map.entry("+", "jnp.add"),
          Map.entry("-", "jnp.subtract"),
          Map.entry("*", "jnp.multiply"),
          Map.entry("/", "jnp.divide"),
          Map.entry("//", "jnp.floor_divide"),
          Map.entry("%", "jnp.mod"),
          Map.entry("**", "jnp.power"),
          Map.entry("@", "jnp.matmul"),
          Map.entry("&", "jnp.bitwise_and"),
          Map.entry("|", "jnp.bitwise_or"),
          Map.entry("^", "jnp.bitwise_xor"),
          Map.entry("<<", "jnp.left_shift"),
          Map.entry(">>", "jnp.right_shift"),
          Map.entry("==", "jnp.equal"),
          Map.entry("!=", "jnp.not_equal"),
          Map.entry("<", "jnp.less"),
          Map.entry("<=", "jnp.less_equal"),
          Map.entry(">", "jnp.greater"),
          Map.entry(">=", "jnp.greater_equal"));

  /** Functions of Flax that {@code jax.nn} has by the same name with other parameters. */
  private static final Set<String> FLAX_ONLY = Set.of("nn.dot_product_attention");

  private final Table table = new Table();
  private final ArrayMembers members = new ArrayMembers(this);

  /** Makes the library with all tables. */
  public Library() {
    TransformTable.fill(table);
    ControlTable.fill(table);
    CheckpointTable.fill(table);
    JacobianTable.fill(table);
    ImplicitTable.fill(table);
    CustomRule.fill(table);
    NumpyTable.fill(table);
    SearchTable.fill(table);
    EditTable.fill(table);
    ReductionTable.fill(table);
    NumericsTable.fill(table);
    LinalgTable.fill(table);
    LaxTable.fill(table);
    CollectiveFunctionTable.fill(table);
    WindowTable.fill(table);
    RandomTable.fill(table);
    InitializerTable.fill(table);
    LinenTable.fill(table);
    LossTable.fill(table);
    AttentionTable.fill(table);
  }

  /** {@return whether Cambric has a dtype of JAX's name} */
  public static boolean hasDType(String name) {
    return Arrays.stream(DType.values()).anyMatch(dtype -> dtype.jaxName().equals(name));
  }

  /** {@return whether Cambric has a mode, such as {@code x64}} */
  public static boolean hasMode(String name) {
    return name.equals("x64");
  }

  @Override
  public Object global(String dottedName) {
    var name = resolved(dottedName);
    return Names.value(name)
        .or(() -> find(name).map(function -> (Object) function))
        .or(() -> constant(name))
        .orElseThrow(() -> new UnsupportedFeature("fn:" + name));
  }

  /** {@return the canonical name; Flax passes on the functions of {@code jax.nn}} */
  private String resolved(String dottedName) {
    var name = Names.canonical(dottedName);
    boolean passedOn =
        name.startsWith("nn.")
            && !FLAX_ONLY.contains(name)
            && !table.has(name)
            && Facades.find(name).isEmpty();
    return passedOn && find("jax." + name).isPresent() ? "jax." + name : name;
  }

  /** {@return the function of a canonical name} */
  private Optional<PyFunction> find(String name) {
    if (!table.has(name)) {
      return Facades.find(name).map(facade -> facade);
    }
    var special = table.get(name);
    var facade = Facades.find(name);
    return Optional.of(
        facade.isEmpty()
            ? special
            : (args, kwargs) -> callEither(special, facade.get(), args, kwargs));
  }

  /** Asks the table first, and the library's class for what the table does not take. */
  private static @Nullable Object callEither(
      PyFunction special,
      PyFunction facade,
      List<@Nullable Object> args,
      Map<String, @Nullable Object> kwargs) {
    try {
      return special.call(args, kwargs);
    } catch (UnsupportedFeature missing) {
      try {
        return facade.call(args, kwargs);
      } catch (UnsupportedFeature | PythonException _) {
        throw missing;
      }
    }
  }

  /** A name in capitals is a constant of an enum, which the parameter it is given to knows. */
  private static Optional<Object> constant(String name) {
    var last = name.substring(name.lastIndexOf('.') + 1);
    return last.length() > 2 && last.equals(last.toUpperCase(java.util.Locale.ROOT))
        ? Optional.of(new EnumValue(last))
        : Optional.empty();
  }

  /** {@return the functions and parameters among these uses that do not exist} */
  public Set<String> missing(List<FreeNames.Use> uses) {
    var missing = new TreeSet<String>();
    for (var use : uses) {
      var name = resolved(use.name());
      if (Names.value(name).isEmpty() && find(name).isEmpty() && constant(name).isEmpty()) {
        missing.add("fn:" + name);
      } else if (Names.value(name).isEmpty()) {
        use.kwargs().stream()
            .filter(parameter -> !takes(name, parameter))
            .forEach(parameter -> missing.add("param:" + name + "." + parameter));
      }
    }
    return missing;
  }

  /**
   * {@return whether a feature {@code fn:}, {@code param:}, {@code args:}, {@code type:} or {@code
   * index:} exists}
   */
  public boolean has(String feature) {
    var kind = feature.substring(0, feature.indexOf(':'));
    var name = feature.substring(feature.indexOf(':') + 1);
    return switch (kind) {
      case "fn" -> Names.value(name).isPresent() || find(name).isPresent();
      case "param" -> {
        int dot = name.lastIndexOf('.');
        yield takes(name.substring(0, dot), name.substring(dot + 1));
      }
      case "args" -> takesArguments(name);
      case "index" -> Indexing.has(name);
      case "type" -> {
        int dot = name.lastIndexOf('.');
        int sign = name.indexOf('=');
        yield Facades.find(name.substring(0, dot))
            .filter(each -> each.takes(name.substring(dot + 1, sign), name.substring(sign + 1)))
            .isPresent();
      }
      default -> throw new IllegalArgumentException("no function feature: " + feature);
    };
  }

  private boolean takes(String function, String parameter) {
    return table.signature(function).filter(each -> each.takes(parameter)).isPresent()
        || Facades.find(function).filter(each -> each.takes(parameter)).isPresent();
  }

  private boolean takesArguments(String text) {
    int slash = text.lastIndexOf('/');
    var parts = List.of(text.substring(slash + 1).split("\\+"));
    int count = Integer.parseInt(parts.getFirst());
    var named = parts.subList(1, parts.size());
    var function = text.substring(0, slash);
    return table
            .signature(function)
            .filter(
                each -> each.positional().size() >= count && named.stream().allMatch(each::takes))
            .isPresent()
        || Facades.find(function).filter(each -> each.takes(count, named)).isPresent();
  }

  @Override
  public @Nullable Object attribute(Object of, String name) {
    return switch (of) {
      case Array array -> members.attribute(array, name);
      case Attributes attributes -> attributes.attribute(name);
      case Shaped shaped -> shaped.attribute(name);
      default -> throw new UnsupportedFeature("fn:" + of.getClass().getSimpleName() + "." + name);
    };
  }

  @Override
  public @Nullable Object unary(String operator, Object of) {
    return switch (operator) {
      case "-" -> call("jnp.negative", of);
      case "~" -> call("jnp.bitwise_not", of);
      default -> of;
    };
  }

  @Override
  public @Nullable Object binary(String operator, @Nullable Object left, @Nullable Object right) {
    return call(OPERATORS.get(operator), left, right);
  }

  @Override
  public @Nullable Object index(Object of, @Nullable Object index) {
    return switch (of) {
      case Array array -> Indexing.get(array, index);
      case Attributes attributes -> attributes.index(index);
      case Key key -> key.get(Values.integers(index));
      default -> throw new UnsupportedFeature("fn:" + of.getClass().getSimpleName() + "[]");
    };
  }

  @Override
  public boolean truth(Object value) {
    return value instanceof Array array ? array.toBoolean() : true;
  }

  @Override
  public Number number(Object value) {
    return Values.number(value);
  }

  @Override
  public List<@Nullable Object> items(Object value) {
    if (!(value instanceof Array array)) {
      throw new UnsupportedFeature("fn:" + value.getClass().getSimpleName() + ".items");
    }
    var items = new ArrayList<@Nullable Object>();
    for (int i = 0; i < array.dim(0); i++) {
      items.add(array.get(i));
    }
    return items;
  }

  /** {@return the result of a function of a canonical name} */
  @Nullable Object call(String name, @Nullable Object... args) {
    return ((PyFunction) global(name)).call(args);
  }

  /** A value with attributes of its own, such as the result of {@code jax.custom_vjp}. */
  interface Attributes {

    @Nullable Object attribute(String name);

    default @Nullable Object index(@Nullable Object index) {
      throw new UnsupportedFeature("fn:" + getClass().getSimpleName() + "[]");
    }
  }

  /** A shape and a dtype without values. */
  record Shaped(Tuple shape, DTypeName dtype) {

    Object attribute(String name) {
      return switch (name) {
        case "shape" -> shape;
        case "dtype" -> dtype;
        default -> throw new UnsupportedFeature("fn:jax.ShapeDtypeStruct." + name);
      };
    }
  }
}
