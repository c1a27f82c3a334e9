package io.cambric.conformance.library;

import io.cambric.array.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Python's names in one spelling each, and the values among them. */
final class Names {

  /** Other spellings of a module, the longest first. */
  private static final List<Map.Entry<String, String>> MODULES =
      List.of(
          Map.entry("jax.flatten_util.", "jax.flatten_util."),
          Map.entry("jax.numpy.", "jnp."),
          Map.entry("jax.random.", "random."),
          Map.entry("jax.lax.", "lax."),
          Map.entry("jax.ad_checkpoint.", "jax."),
          Map.entry("nn.initializers.", "jax.nn.initializers."),
          Map.entry("tree.", "jax.tree."));

  /** The functions that programs call without a module. */
  private static final Map<String, String> BARE =
      Map.ofEntries(
          Map.entry("grad", "jax.grad"),
          Map.entry("value_and_grad", "jax.value_and_grad"),
          Map.entry("jit", "jax.jit"),
          Map.entry("vmap", "jax.vmap"),
          Map.entry("jvp", "jax.jvp"),
          Map.entry("vjp", "jax.vjp"),
          Map.entry("key", "random.key"),
          Map.entry("jax.remat", "jax.checkpoint"),
          Map.entry("equal", "jnp.equal"));

  private static final Map<String, Object> CONSTANTS =
      Map.of("inf", Double.POSITIVE_INFINITY, "nan", Double.NaN, "pi", Math.PI, "e", Math.E);

  private Names() {}

  static String canonical(String name) {
    if (BARE.containsKey(name)) {
      return BARE.get(name);
    }
    for (var module : MODULES) {
      if (name.startsWith(module.getKey())) {
        return module.getValue() + name.substring(module.getKey().length());
      }
    }
    return name;
  }

  /** {@return the number or dtype of a name} */
  static Optional<Object> value(String name) {
    int dot = name.lastIndexOf('.');
    var module = name.substring(0, Math.max(0, dot));
    if (!List.of("jnp", "np", "").contains(module)) {
      return Optional.empty();
    }
    var last = name.substring(dot + 1);
    if (CONSTANTS.containsKey(last) && dot > 0) {
      return Optional.of(CONSTANTS.get(last));
    }
    var jaxName = last.equals("bool_") ? "bool" : last;
    return Arrays.stream(DType.values())
        .filter(dtype -> dtype.jaxName().equals(jaxName) && (dot > 0 || !jaxName.equals("bool")))
        .map(dtype -> (Object) new DTypeName(narrowed(dtype)))
        .findFirst();
  }

  /** Without 64-bit mode the wide names of Python mean 32 bits. */
  private static DType narrowed(DType dtype) {
    if (DType.x64()) {
      return dtype;
    }
    return switch (dtype) {
      case F64 -> DType.F32;
      case I64 -> DType.I32;
      case U64 -> DType.U32;
      default -> dtype;
    };
  }
}
