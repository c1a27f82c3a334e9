package io.cambric.programs;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.testing.TestArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The operation of one step of a program; applied with any trace current. */
sealed interface Operation {

  /** {@return the row of the table it was drawn from, by which draws are counted} */
  String row();

  /** {@return name and parameters, without the programs it holds} */
  String text();

  /** {@return the results} */
  List<Array> apply(List<Array> operands);

  /** {@return the results on concrete arrays, without the library's control flow} */
  default List<Array> applyPlainly(List<Array> operands) {
    return apply(operands);
  }

  /** {@return the programs it holds} */
  default List<Program> bodies() {
    return List.of();
  }

  /** {@return the same around other programs} */
  default Operation withBodies(List<Program> bodies) {
    return this;
  }

  /** {@return the restrictions that it puts on the checks of its program} */
  default Set<Restriction> restrictions() {
    return Set.of();
  }

  /** A function of the library. */
  record Leaf(
      String row,
      String text,
      Set<Restriction> restrictions,
      Function<List<Array>, List<Array>> function)
      implements Operation {

    @Override
    public List<Array> apply(List<Array> operands) {
      return function.apply(operands);
    }
  }

  /** A known array. */
  record Constant(NdArray value) implements Operation {

    @Override
    public String row() {
      return "constant";
    }

    @Override
    public String text() {
      double[] elements = TestArrays.doubles(value);
      boolean splat =
          elements.length > 1 && Arrays.stream(elements).allMatch(x -> x == elements[0]);
      return "constant[%s %s]"
          .formatted(
              value.aval().toText(),
              value.shape().equals(Shape.scalar()) || splat
                  ? elements[0]
                  : Arrays.toString(elements));
    }

    @Override
    public List<Array> apply(List<Array> operands) {
      return List.of(value);
    }
  }

  /**
   * A transformation of programs, or control flow.
   *
   * @param applied how it is done by the library
   * @param plain how it is done with Java's loops and branches, on concrete arrays, where it can be
   */
  record Nested(
      String row,
      String text,
      List<Program> bodies,
      Set<Restriction> restrictions,
      Applied applied,
      Applied plain)
      implements Operation {

    /** One that Java has no other way for. */
    Nested(
        String row,
        String text,
        List<Program> bodies,
        Set<Restriction> restrictions,
        Applied applied) {
      this(row, text, bodies, restrictions, applied, applied);
    }

    /** How the programs are called. */
    @FunctionalInterface
    interface Applied {
      List<Array> apply(List<Program> bodies, List<Array> operands);
    }

    @Override
    public List<Array> apply(List<Array> operands) {
      return applied.apply(bodies, operands);
    }

    @Override
    public List<Array> applyPlainly(List<Array> operands) {
      return plain.apply(bodies, operands);
    }

    @Override
    public Operation withBodies(List<Program> others) {
      return new Nested(row, text, others, restrictions, applied, plain);
    }
  }
}
