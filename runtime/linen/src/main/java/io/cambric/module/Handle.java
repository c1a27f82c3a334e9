package io.cambric.module;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a module value besides its definition: its place or binding, if any, and its lifted
 * transformations. Made by the runtime only.
 */
public final class Handle {

  private static final Handle NOWHERE = new Handle(null, null, null, List.of());

  private final @Nullable String name;
  private final @Nullable Place place;
  private final @Nullable Binding binding;
  private final List<ModuleLift> lifts;

  private Handle(
      @Nullable String name,
      @Nullable Place place,
      @Nullable Binding binding,
      List<ModuleLift> lifts) {
    this.name = name;
    this.place = place;
    this.binding = binding;
    this.lifts = lifts;
  }

  static Handle unbound(@Nullable String name, List<ModuleLift> lifts) {
    return name == null && lifts.isEmpty() ? NOWHERE : new Handle(name, null, null, lifts);
  }

  static Handle at(Place place, @Nullable String name, List<ModuleLift> lifts) {
    return new Handle(name, place, null, lifts);
  }

  static Handle bound(Binding binding) {
    return new Handle(binding.name(), null, binding, binding.lifts());
  }

  /** The name given with {@code named}, or the name of the binding. */
  @Nullable String name() {
    return name;
  }

  @Nullable Place place() {
    return place;
  }

  @Nullable Binding binding() {
    return binding;
  }

  /** The lifted transformations of its methods, the innermost first. */
  List<ModuleLift> lifts() {
    return lifts;
  }
}
